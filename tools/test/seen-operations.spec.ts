import { coverage } from './seen-operations.mjs';

const operation = (operationId: string) => ({ operationId, responses: { 200: {}, 404: {} } });
const document = { paths: { '/a': { get: operation('getA'), post: operation('makeA') } } };

it('lists the operations that never succeeded', () => {
  expect(coverage(document, 'getA 200\ngetA 404\nmakeA 404\n').unseen).toEqual(['makeA']);
  expect(coverage(document, 'getA 200\nmakeA 200\n').unseen).toEqual([]);
  expect(coverage(document, 'getA 200\nmakeA 202\n').unseen).toEqual([]);
  expect(coverage(document, '').unseen).toEqual(['getA', 'makeA']);
});

it('shows which documented responses were seen', () => {
  const lines = coverage(document, 'getA 200\ngetA 200\nmakeA 404\n').table.split('\n');
  expect(lines.map((line) => line.replace(/ +/g, ' '))).toEqual([
    'getA 200 · ',
    'makeA · 404',
    '2 operations, 2 of 4 documented responses seen',
  ]);
});
