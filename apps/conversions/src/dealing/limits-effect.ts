import { LIMIT_CCY, type Limits, NO_DEPOSITS, type OwnLimits } from './limits.js';

/** What new limits change, in a sentence for the second person: each with what was in force before. */

export const effectOnAll = (before: Limits, after: Limits): string =>
  effect('All clients without their own', [
    ...ofClient(before, after, 'no limit'),
    ['all clients together', amount, before.totalExposure, after.totalExposure, 'no limit'],
    ...ofDeposits(before, after, { percent: 'none', hours: '24', topUpPercent: 'never' }),
  ]);

export function effectOn(clientId: string, own: OwnLimits | null, after: OwnLimits): string {
  const before = own ?? { clientExposure: null, maximumDeal: null, deposits: NO_DEPOSITS };
  const general = { percent: AS_ALL, hours: AS_ALL, topUpPercent: AS_ALL };
  return effect(clientId, [...ofClient(before, after, AS_ALL), ...ofDeposits(before, after, general)]);
}

const AS_ALL = 'as for all clients';

/** What it is, how it is written, before, after, and what null means. */
type Line = readonly [string, (value: number) => string, number | null, number | null, string];

const amount = (value: number) => `${LIMIT_CCY} ${value.toLocaleString('en-GB')}`;
const percent = (value: number) => `${value} %`;

const ofClient = (before: OwnLimits, after: OwnLimits, none: string): Line[] => [
  ['owed by a client', amount, before.clientExposure, after.clientExposure, none],
  ['one conversion', amount, before.maximumDeal, after.maximumDeal, none],
];

const ofDeposits = (
  { deposits: before }: OwnLimits,
  { deposits: after }: OwnLimits,
  none: Readonly<Record<'percent' | 'hours' | 'topUpPercent', string>>,
): Line[] => [
  ['deposit for forwards', percent, before.percent, after.percent, none.percent],
  ['hours to pay it', String, before.hours, after.hours, none.hours],
  ['top-up at a loss of', percent, before.topUpPercent, after.topUpPercent, none.topUpPercent],
];

function effect(whose: string, lines: readonly Line[]): string {
  const texts = lines.map(([what, written, before, after, none]) => {
    const of = (value: number | null) => (value === null ? none : written(value));
    return `${what}: ${of(after)} (${before === after ? 'unchanged' : `before: ${of(before)}`})`;
  });
  return `${whose}: ${texts.join('; ')}.`;
}
