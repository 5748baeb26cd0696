import type { Notification } from '../../api/records.js';
import { Problem } from '../../api/problem.js';
import { pagesOf } from '../../api/pages.js';
import { post } from '../../api/request.js';
import { MOST_ATTEMPTS, statusOf } from './delivery-status.js';

/** Of a page of the list. */
const MOST = 200;
const WAIT_MS = 1_000;

/**
 * Resends the notifications that were given up since a time, oldest first. The idempotency key is the one of docs/webhooks.md, so
 * that a second run within seven days resends nothing twice.
 * @param path of the list of an endpoint
 * @param since `2026-11-28T09:00`, UTC
 * @param onResent how many so far
 * @throws Problem
 */
export async function resendGivenUp(
  path: string,
  since: string,
  onResent: (count: number) => void,
): Promise<number> {
  const parameters = {
    q: `AND(createdOn >= "${since}",attemptCount >= "${MOST_ATTEMPTS}")`,
    sortBy: 'createdOn:ASC',
    limit: String(MOST),
  };
  let count = 0;
  for await (const notifications of pagesOf<Notification>(path, parameters, patiently))
    for (const { id } of notifications.filter((one) => statusOf(one) === 'GIVEN_UP')) {
      await patiently(() => post(`/v1/webhook-notifications/${id}/redeliver`, undefined, `redeliver-${id}`));
      onResent(++count);
    }
  return count;
}

/** Again while there are too many requests. */
async function patiently<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 429) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  }
}
