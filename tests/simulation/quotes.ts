import type { Outcome } from './invariants.js';
import type { ServiceDatabase } from './postgres.js';

interface Quote {
  readonly id: string;
  readonly status: string;
  readonly conversion: string | null;
  readonly instruction: string | null;
  readonly price: string;
}

interface Priced {
  readonly id: string;
  readonly price: string;
}

/** A quote is used by one record, which has its price; the client that got the record used that quote. */
export async function quotes({ postgres, clients }: Outcome): Promise<string[]> {
  const conversions = postgres.of('conversions');
  const given = await conversions.rows<Quote>(
    `SELECT id, data ->> 'status' AS status, data ->> 'linkedConversionId' AS conversion,
       data ->> 'linkedPaymentInstructionId' AS instruction, ${priceIn('data')} AS price FROM quote`,
  );
  const prices = new Map([
    ...(await pricesOf(conversions, 'conversion', 'data')),
    ...(await pricesOf(postgres.of('payments'), 'payment_instruction', `(data -> 'indicativePrice')`)),
  ]);
  const users = given.flatMap(({ conversion, instruction }) => [conversion, instruction]).filter(Boolean);
  const usersOf = new Map(given.map(({ id, conversion, instruction }) => [id, conversion ?? instruction]));
  return [
    ...given.flatMap((quote) => misused(quote, prices)),
    ...(new Set(users).size < users.length ? ['a record has used two quotes'] : []),
    ...clients.attempted.flatMap(({ operation, outcome }) => {
      const { quoteId } = (operation.body ?? {}) as { quoteId?: string };
      if (!quoteId || outcome?.status !== 200) return [];
      const { id } = (JSON.parse(outcome.text) as { data: { id: string } }).data;
      return usersOf.get(quoteId) === id ? [] : [`${id} has used ${quoteId}, which does not know it`];
    }),
  ];
}

function misused(
  { id, status, conversion, instruction, price }: Quote,
  prices: ReadonlyMap<string, string>,
): string[] {
  const users = [conversion, instruction].filter((one) => one !== null);
  if (users.length !== (status === 'USED' ? 1 : 0)) return [`${id} is ${status} and used by ${users.join()}`];
  return users
    .filter((user) => prices.get(user) !== price)
    .map((user) => `${user} does not have the price of ${id}`);
}

const priceIn = (record: string) =>
  `concat_ws(' ', ${record} -> 'sellAmount' ->> 'ccyCode', ${record} -> 'sellAmount' ->> 'value', ${record} -> 'buyAmount' ->> 'ccyCode', ${record} -> 'buyAmount' ->> 'value')`;

async function pricesOf(
  database: ServiceDatabase,
  table: string,
  record: string,
): Promise<[string, string][]> {
  const rows = await database.rows<Priced>(`SELECT id, ${priceIn(record)} AS price FROM ${table}`);
  return rows.map(({ id, price }) => [id, price]);
}
