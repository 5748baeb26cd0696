/**
 * What happens in the demo world, day by day. It begins on a Monday in December, so that Christmas falls into the fortnight. `player.mjs`
 * plays it.
 */
import { firstWeek } from './first-week.mjs';
import { secondWeek } from './second-week.mjs';

export const DAYS = 14;

export const story = [...firstWeek, ...secondWeek];
