import { pastedId } from './pasted-id.js';

test.each([
  ['pi_01KAB00000000000000000001', 'pi_01KAB00000000000000000001'],
  [' 1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed\n', '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed'],
  ['order:42.retry-1', 'order:42.retry-1'],
  ['4bf92f3577b34da6a3ce929d0e0e4736', '4bf92f3577b34da6a3ce929d0e0e4736'],
  ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', '4bf92f3577b34da6a3ce929d0e0e4736'],
  ['', null],
  ['webhooks', null],
  ['Convert and pay 2', null],
  ['id<1>234567', null],
])('%j has the id %j', (text, id) => expect(pastedId(text)).toBe(id));
