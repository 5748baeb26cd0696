import { services } from '@corridor/all-in-one';
import { factTypes } from '@corridor/webhook-dispatcher-contract';
import { type Outcome, eachRow } from './invariants.js';

interface Fact {
  readonly type: string;
  readonly relatedId: string;
  readonly sequence: number;
  readonly clientId: string;
  readonly occurredOn: string;
}

interface Listener {
  readonly subscriptionId: string;
  readonly clientId: string;
  readonly since: string;
}

/** Every fact is one notification of each subscription that listed it, and every notification arrives. */
export async function notifications(outcome: Outcome): Promise<string[]> {
  const [twice, missing, lost] = await Promise.all([
    eachRow(
      outcome,
      'webhook-dispatcher',
      `SELECT subscription_id, event_type, related_id, sequence, count(*) FROM webhook_notification
       WHERE related_id IS NOT NULL AND cloned_from IS NULL GROUP BY 1, 2, 3, 4 HAVING count(*) > 1`,
      'a fact is two notifications of one subscription',
    ),
    missed(outcome),
    undelivered(outcome),
  ]);
  return [...twice, ...missing, ...lost, ...changed(outcome)];
}

/** For the subscriptions that list everything and never change: a clock that was put back has others begin earlier. */
async function missed(outcome: Outcome): Promise<string[]> {
  const facts = (await Promise.all(services.map(({ name }) => factsOf(outcome, name)))).flat();
  const dispatcher = outcome.postgres.of('webhook-dispatcher');
  const listeners = await dispatcher.rows<Listener>(
    `SELECT DISTINCT ON (client_id) subscription_id AS "subscriptionId", client_id AS "clientId", since
     FROM listening ORDER BY client_id, cardinality(events) DESC, since`,
  );
  const queued = await dispatcher.rows<{ name: string }>(
    `SELECT subscription_id || ' ' || event_type || ' ' || related_id || ' ' || sequence AS name
     FROM webhook_notification WHERE related_id IS NOT NULL AND cloned_from IS NULL`,
  );
  const names = new Set(queued.map(({ name }) => name));
  return listeners.flatMap(({ subscriptionId, clientId, since }) =>
    facts
      .filter((fact) => fact.clientId === clientId && fact.occurredOn >= since)
      .map(({ type, relatedId, sequence }) => `${subscriptionId} ${type} ${relatedId} ${sequence}`)
      .filter((name) => !names.has(name))
      .map((name) => `no notification: ${name}`),
  );
}

async function factsOf({ postgres }: Outcome, service: string): Promise<Fact[]> {
  const rows = await postgres.of(service).rows<Fact>(
    `SELECT message_type AS type, message -> 'data' -> 'resource' ->> 'id' AS "relatedId", version AS sequence,
       caller -> 'client' ->> 'id' AS "clientId",
       to_char(occurred_on AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS') AS "occurredOn"
     FROM events WHERE message_type = ANY ($1)`,
    [factTypes],
  );
  return rows;
}

/** Every notification of an active subscription has arrived at its receiver. */
async function undelivered({ postgres, receivers }: Outcome): Promise<string[]> {
  const rows = await postgres
    .of('webhook-dispatcher')
    .rows<{ id: string }>(
      `SELECT id FROM webhook_notification JOIN endpoint USING (subscription_id) WHERE is_active`,
    );
  return rows.filter(({ id }) => !receivers.got.has(id)).map(({ id }) => `${id} did not arrive`);
}

/** All attempts of a notification carry the same bytes. */
const changed = ({ receivers }: Outcome): string[] =>
  [...receivers.got]
    .filter(([, bodies]) => new Set(bodies).size > 1)
    .map(([id]) => `${id} arrived with two bodies`);
