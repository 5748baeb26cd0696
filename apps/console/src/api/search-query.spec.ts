import { queryOf } from './search-query.js';

test.each([
  ['  ', ''],
  ['status == "SENT"', 'status == "SENT"'],
  ['beneficiary.displayName~"Muster"', 'beneficiary.displayName~"Muster"'],
  ['AND(status == "SENT",amount >= "1000")', 'AND(status == "SENT",amount >= "1000")'],
  ['Invoice 42', 'OR(narrative ~ "Invoice 42",reference ~ "Invoice 42")'],
  ['the "best" \\', 'OR(narrative ~ "the \\"best\\" \\\\",reference ~ "the \\"best\\" \\\\")'],
  ['Anderson', 'OR(narrative ~ "Anderson",reference ~ "Anderson")'],
])('%j asks for %j', (typed, query) => expect(queryOf(typed, ['narrative', 'reference'])).toBe(query));

test('in one field there is nothing to group', () => expect(queryOf('ACME', ['name'])).toBe('name ~ "ACME"'));
