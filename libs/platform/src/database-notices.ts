import { type ConnectionOptions, type OpenDatabase, isFence, isToldAsAway } from '@corridor/event-store';
import { isOfBroker } from '@corridor/messaging';
import { workingOnNothing } from '@corridor/tracing';
import type { Logger } from 'pino';

/** Lines about a service's database: one when its state changes. What else fails for the same reason is logged for debugging only. */
export function databaseNotices(log: Logger): Required<Pick<ConnectionOptions, 'onDiskFull' | 'onAway'>> {
  let isFenced = false;
  const onAway = (err: unknown) => {
    if (err) isFenced = err instanceof Error && isFence(err);
    if (isFenced)
      log.warn(
        err ? 'the database is fenced: nothing is accepted, published or handled' : 'the fence has ended',
      );
    else if (err) log.error({ reason: reasonOf(err) }, 'Postgres does not respond');
    else log.warn('Postgres responds again');
  };
  return {
    onDiskFull: (err) =>
      workingOnNothing(() =>
        err ? log.error({ err }, 'the disk of Postgres is full') : log.warn('Postgres can write again'),
      ),
    onAway: (err) => workingOnNothing(() => onAway(err)),
  };
}

/** Lines about a relay. It fails with its database, which tells that itself. */
export function relayNotice(
  log: Logger,
  { reachability }: Pick<OpenDatabase, 'reachability'>,
): (failure: unknown) => void {
  let last: unknown = null;
  return (failure) => {
    if (!isOfBroker(failure)) reachability.note(failure);
    if (failure) log.error({ err: failure }, 'relay failed, will retry');
    else if (!isToldAsAway(last)) log.warn('relay works again');
    last = failure;
  };
}

/** Of several addresses that refuse a connection there is a code alone. */
const reasonOf = (error: unknown) => (error as Error).message || String((error as { code?: unknown }).code);
