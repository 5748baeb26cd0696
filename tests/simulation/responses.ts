import type { Attempted, Operation } from './clients.js';
import { type Outcome, eachRow } from './invariants.js';
import { OPERATOR_KEY } from './simulated-service.js';

/** What clients were told is true, theirs alone, and without secrets elsewhere. */
export async function responses(outcome: Outcome): Promise<string[]> {
  const { clients, log } = outcome;
  const [twice, foreign] = await Promise.all([effects(outcome), foreignIds(outcome)]);
  return [
    ...twice,
    ...foreign,
    ...replays(clients.attempted),
    ...clients.attempted.flatMap(defects),
    ...log.filter((line) => SECRETS.test(line)).map((line) => `a secret was logged: ${line}`),
  ];
}

const SECRETS = new RegExp(`whsec_|ck_(sandbox|live)_|${OPERATOR_KEY}`);

const nameOf = ({ method, path }: Operation) => `${method} ${path}`;

const defects = ({ operation, responses: got }: Attempted): string[] =>
  got
    .filter(({ status }) => status >= 500 && status !== 503)
    .map(({ text }) => `${nameOf(operation)}: ${text}`);

/** The same key and request have the same response, byte for byte, and at most one of them is not a repetition. */
function replays(attempted: readonly Attempted[]): string[] {
  const keyed = attempted.filter(({ operation }) => operation.key !== null);
  const requests = Map.groupBy(keyed, ({ operation: { caller, key, body, ...rest } }) =>
    JSON.stringify([caller.client.id, nameOf(rest as Operation), key, body ?? null]),
  );
  return [...requests.values()].flatMap((same) => {
    const done = same.flatMap(({ responses: got }) => got.filter(({ status }) => status === 200));
    const [first] = same;
    const name = first ? nameOf(first.operation) : '';
    return [
      ...(new Set(done.map(({ text }) => text)).size > 1 ? [`${name}: one key, two responses`] : []),
      ...(done.filter(({ isReplayed }) => !isReplayed).length > 1 ? [`${name}: one key, two effects`] : []),
    ];
  });
}

const LABELLED = [
  ['payments', 'payment_instruction', 'metadata'],
  ['payments', 'payment', 'metadata'],
  ['conversions', 'conversion', 'metadata'],
  ['inbound-funds', 'inbound_funds', 'narrative'],
] as const;

/** Each request that makes a record has a label of its own. */
async function effects(outcome: Outcome): Promise<string[]> {
  const { attempted } = outcome.clients;
  const created = new Set(
    attempted
      .filter((one) => one.outcome?.status === 200)
      .flatMap(({ operation }) => labelOf(operation) ?? []),
  );
  const found = LABELLED.map(async ([service, table, field]) => {
    const labels = `FROM ${table} WHERE data ->> '${field}' LIKE 'label %' AND data ->> 'linkedPaymentInstructionId' IS NULL`;
    const rows = await outcome.postgres
      .of(service)
      .rows<{ label: string }>(`SELECT data ->> '${field}' AS label ${labels}`);
    for (const { label } of rows) created.delete(label);
    return eachRow(
      outcome,
      service,
      `SELECT data ->> '${field}' AS label, count(*) ${labels} GROUP BY 1 HAVING count(*) > 1`,
      `one request has made more than one ${table}`,
    );
  });
  const twice = (await Promise.all(found)).flat();
  return [...twice, ...[...created].map((label) => `${label} was confirmed and does not exist`)];
}

function labelOf({ body, path }: Operation): string | undefined {
  const { metadata, narrative } = (body ?? {}) as { metadata?: string; narrative?: string };
  const label = path.includes('inbound-funds') ? narrative : metadata;
  return label?.startsWith('label ') ? label : undefined;
}

const OWNED = {
  ledger: ['wallet', 'transaction'],
  payments: ['payment_instruction', 'payment', 'beneficiary', 'beneficiary_snapshot'],
  conversions: ['conversion', 'quote'],
  'inbound-funds': ['inbound_funds'],
  'webhook-dispatcher': ['webhook_subscription', 'webhook_notification'],
};

/** No response contains the id of another client's record, unless the request named it. */
async function foreignIds({ postgres, clients }: Outcome): Promise<string[]> {
  const tables = Object.entries(OWNED).flatMap(([service, names]) =>
    names.map((name) => [service, name] as const),
  );
  const owned = await Promise.all(
    tables.map(([service, name]) =>
      postgres.of(service).rows<{ id: string; owner: string }>(`SELECT id, client_id AS owner FROM ${name}`),
    ),
  );
  const owners = new Map(owned.flat().map(({ id, owner }) => [id, owner]));
  return clients.attempted.flatMap(({ operation, responses: got }) => {
    const { caller } = operation;
    const asked = JSON.stringify([operation.path, operation.body]);
    const ids = got.flatMap(({ text }) => text.match(/\b[a-z]+_[0-9A-Z]{26}\b/g) ?? []);
    const foreign = ids.filter(
      (id) => (owners.get(id) ?? caller.client.id) !== caller.client.id && !asked.includes(id),
    );
    return foreign.map((id) => `${nameOf(operation)} of ${caller.client.id} shows ${id}`);
  });
}
