import type { DatabaseState } from '@corridor/platform';

/** At most so many streams of a database are printed; `--json` has all. */
const SHOWN = 50;

/** What `corridor dr` prints about the databases. */
export const report = (states: readonly DatabaseState[]): string => states.flatMap(linesOf).join('\n') + '\n';

function linesOf({ service, epoch, isFenced, lost, frozen, foreign }: DatabaseState): string[] {
  const state = [
    `epoch ${epoch}`,
    ...(isFenced ? ['fenced'] : []),
    ...(lost.length > 0 ? [`${lost.length} streams have lost events`] : []),
    ...(frozen.length > 0 ? [`${frozen.length} streams frozen`] : []),
    ...(foreign > 0 ? [`${foreign} messages of another history`] : []),
  ];
  return [
    `${service}: ${state.join(', ')}`,
    ...shown(
      lost.map(
        ({ streamId, version, heard, heardBy }) =>
          `  lost    ${streamId}: ${version === null ? 'is gone' : `has version ${version}`}, version ${heard} is known to ${heardBy.join(', ')}`,
      ),
    ),
    ...shown(frozen.map((streamId) => `  frozen  ${streamId}`)),
  ];
}

const shown = (lines: readonly string[]): string[] =>
  lines.length <= SHOWN
    ? [...lines]
    : [...lines.slice(0, SHOWN), `  … ${lines.length - SHOWN} more: see --json`];
