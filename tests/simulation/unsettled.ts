import type { Postgres } from './postgres.js';

/** What is still to happen, by database; empty once everything that was begun is complete. */
const QUESTIONS: readonly (readonly [what: string, statement: string, onlyIn?: string])[] = [
  ['unpublished messages', 'SELECT FROM events WHERE message IS NOT NULL AND seq IS NULL LIMIT 1'],
  ['dead letters', 'SELECT FROM dead_letter LIMIT 1'],
  ['kept messages', 'SELECT FROM kept_message LIMIT 1'],
  ['steps in flight', `SELECT FROM streams WHERE state -> 'step' ->> 'command' IS NOT NULL LIMIT 1`],
  ['keys without a response', 'SELECT FROM idempotency_key WHERE response IS NULL LIMIT 1'],
  [
    'notifications to deliver',
    `SELECT FROM delivery JOIN endpoint USING (subscription_id)
     WHERE due_on IS NOT NULL AND (is_active OR has_ended) LIMIT 1`,
    'webhook-dispatcher',
  ],
];

export async function unsettled({ all }: Postgres): Promise<string[]> {
  const found = all.flatMap((database) =>
    QUESTIONS.filter(([, , onlyIn]) => onlyIn === undefined || onlyIn === database.service).map(
      async ([what, statement]) =>
        (await database.rows(statement)).length > 0 ? `${what} of ${database.service}` : null,
    ),
  );
  return (await Promise.all(found)).filter((one) => one !== null);
}
