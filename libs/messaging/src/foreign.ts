import type { Envelope } from '@corridor/contracts';
import { instantOf } from '@corridor/kernel';

/** What a consumer has taken of a stream. */
export interface Heard {
  readonly version: number;
  readonly epoch: number;
  /** The latest real time of its messages, empty without any; null if an earlier build has taken the last one. */
  readonly heardOn: string | null;
}

/** A message of another history of its stream than the one that was heard. */
export interface Foreign {
  readonly message: Envelope;
  readonly reason: string;
}

/** Clocks of replicas differ, and are corrected. Nobody restores a database so fast. */
const TOLERANCE_MS = 5_000;

export const RESTORED = 'its database was restored, see "A database was restored" in docs/operations.md';

/**
 * Why a message belongs to another history of its stream; null for a new one, and for one that comes again. What comes again
 * happened no later than what was heard: whoever uses a number a second time does so later. Times of test clocks prove nothing.
 */
export function whyForeign(message: Envelope, heard: Heard | null): string | null {
  const { source, version, epoch = 0 } = message;
  if (!heard) return null;
  if (version > heard.version)
    return epoch < heard.epoch
      ? `of epoch ${epoch} of ${source}, but messages of epoch ${heard.epoch} were handled: ${RESTORED}`
      : null;
  return heard.heardOn && isLater(realTimeOf(message), heard.heardOn)
    ? `happened after version ${heard.version}, which was handled, and has no later number: ${RESTORED}`
    : null;
}

/** When it happened; empty on the test clock of a client. */
export const realTimeOf = ({ occurredOn, caller }: Envelope): string => (caller.clientTime ? '' : occurredOn);

const isLater = (time: string, heardOn: string): boolean =>
  time > heardOn && instantOf(time).getTime() - instantOf(heardOn).getTime() > TOLERANCE_MS;
