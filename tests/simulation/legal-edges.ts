import type { Outcome } from './invariants.js';

/** By service and table, the statuses that may follow one (interface-spec 3). */
const EDGES: readonly (readonly [service: string, table: string, edges: Readonly<Record<string, string>>])[] =
  [
    [
      'payments',
      'payment_instruction',
      {
        '': 'PENDING',
        PENDING: 'ACKNOWLEDGED CANCELLED REJECTED FAILED',
        ACKNOWLEDGED: 'FILLED REJECTED FAILED',
        FILLED: 'SENT REJECTED FAILED',
      },
    ],
    [
      'payments',
      'payment',
      { '': 'DRAFT', DRAFT: 'READY_TO_SEND CANCELLED', READY_TO_SEND: 'SENT FAILED', SENT: 'SENT FAILED' },
    ],
    ['conversions', 'conversion', { '': 'BOOKED', BOOKED: 'EXCHANGED CANCELLED' }],
    ['conversions', 'quote', { '': 'ACTIVE', ACTIVE: 'USED EXPIRED' }],
    ['inbound-funds', 'inbound_funds', { '': 'PENDING', PENDING: 'CREDITED REJECTED' }],
  ];

interface Row {
  readonly id: string;
  readonly status: string;
  readonly history: readonly { readonly status: string }[] | null;
}

/** Each record has come to its status by legal transitions, and its history ends there. */
export async function legalEdges({ postgres }: Outcome): Promise<string[]> {
  const found = EDGES.map(async ([service, table, edges]) => {
    const rows = await postgres
      .of(service)
      .rows<Row>(`SELECT id, data ->> 'status' AS status, data -> 'statusHistory' AS history FROM ${table}`);
    return rows.flatMap((row) => illegal(row, edges));
  });
  return (await Promise.all(found)).flat();
}

function illegal({ id, status, history }: Row, edges: Readonly<Record<string, string>>): string[] {
  const statuses = history?.map((one) => one.status) ?? [status];
  const wrong = statuses.flatMap((to, n) => {
    const from = statuses[n - 1] ?? '';
    return edges[from]?.split(' ').includes(to) ? [] : [`${id} went from ${from} to ${to}`];
  });
  return statuses.at(-1) === status
    ? wrong
    : [...wrong, `${id} is ${status}, its history says ${statuses.at(-1)}`];
}
