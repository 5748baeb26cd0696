import { Chance, mutilated, sized } from '@corridor/kernel/testing';
import { type Filter, check } from './check.js';
import { searchables } from './collections.js';
import { Compiler } from './compile.js';
import { echo } from './echo.js';
import { decodeCursor, encodeCursor } from './cursor.js';
import { parse } from './parse.js';
import { parseSort, wholeOrder } from './sort.js';

const TEXTS = sized({ small: 20_000, full: 200_000 });
const SORTS = sized({ small: 4_000, full: 20_000 });
const { catalogue, defaultOrder } = searchables.paymentInstructions;
const columns = { status: 'status', 'auditHistory.created.on': 'created_on' };

const corpus = [
  'status == "PENDING"',
  'narrative ~ "50% of \\"all\\" C:\\\\"',
  'AND(amount > "10.5",OR(paymentDate <=d "2026-11-21",auditHistory.created.on == "2026-11-21T09:30:00.123Z"))',
  'OR(statusHistory.statusReason !~ "x",beneficiary.displayName ^= "Ü",metadata $= "\'--",id == "pi_1")',
  'AND(AND(AND(AND(AND(AND(AND(AND(sellCcyCode != "GBP"))))))))',
  'indicativePrice.buyAmount.value>="0.01"',
];

/** The same condition with another value of the same kind: the SQL text must not change. */
const withOther = (filter: Filter): Filter =>
  'groupOperator' in filter
    ? { ...filter, conditions: filter.conditions.map(withOther) }
    : { ...filter, value: 'other', operand: { ...filter.operand, text: 'other' } };

const sqlOf = (filter: Filter) => {
  const sql = new Compiler(columns);
  return { text: sql.filter(filter), values: sql.values };
};

test(`${TEXTS} broken and hostile texts are refused with a position or understood, and never get into SQL`, () => {
  const chance = new Chance(2026);
  const counts = { understood: 0, malformed: 0, refused: 0 };
  for (let i = 0; i < TEXTS; i++) {
    const text = mutilated(chance.of(corpus), chance);
    const read = parse(text);
    const { filter, issues } =
      'issues' in read
        ? { filter: null, issues: read.issues }
        : read.query
          ? check(catalogue, read.query)
          : { filter: null, issues: [] };
    for (const { pointer, position = -1, code, detail } of issues) {
      if (pointer !== '?q' || position < 0 || position > text.length || !code || detail.length > 500)
        throw new Error(JSON.stringify({ text, issues }));
    }
    if (issues.length > 0 || !filter) {
      counts['issues' in read ? 'malformed' : 'refused']++;
      continue;
    }
    counts.understood++;
    const sql = sqlOf(filter);
    if (sql.text !== sqlOf(withOther(filter)).text) throw new Error(`a value got into SQL: ${sql.text}`);
    const again = parse(echo(filter));
    if (!('query' in again) || !again.query || echo(check(catalogue, again.query).filter) !== echo(filter))
      throw new Error(`its echo is another query: ${JSON.stringify(text)}`);
  }
  // Some mutated texts are valid and some are not.
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(TEXTS / 100);
});

test('invalid sorts and cursors are rejected', () => {
  const chance = new Chance(1);
  const order = wholeOrder(searchables.paymentInstructions, defaultOrder);
  const cursor = { keys: ['2026-11-21T09:30:00.123', 'pi_01'], offset: 2, total: 3 };
  const text = encodeCursor(cursor, 'scope');
  expect(decodeCursor(text, 'scope', order)).toEqual(cursor);
  let refused = 0;
  for (let i = 0; i < SORTS; i++) {
    const sort = parseSort(mutilated('auditHistory.created.on:DESC', chance), { pointer: '?sortBy/0' });
    expect('code' in sort || /^[\w.]+$/.test(sort.field)).toBe(true);
    // Characters outside of the alphabet are not base64.
    const decoded = decodeCursor(mutilated(text, chance), 'scope', order);
    if (decoded) expect(decoded).toEqual(cursor);
    else refused += 1;
  }
  expect(refused).toBeGreaterThan(SORTS / 2);
});
