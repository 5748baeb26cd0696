import { contract as inboundFunds } from '@corridor/inbound-funds-contract';
import { contract as ledger } from '@corridor/ledger-contract';
import { defineService, refuseUndeclared } from './manifest.js';

const service = defineService({
  contract: ledger,
  listensTo: [inboundFunds],
  migrations: [],
  registrations: [],
  settings: [],
});

test('a service has the name of its contract', () => expect(service.name).toBe('ledger'));

test('it handles its own messages and those of the contracts that it names', () =>
  expect(() =>
    refuseUndeclared(service, ['ledger.transfer_requested', 'inbound_funds.pending']),
  ).not.toThrow());

test.each(['payment.sent', 'unknown.type'])('it refuses to start with a handler for %s', (type) =>
  expect(() => refuseUndeclared(service, ['inbound_funds.pending', type])).toThrow(
    `ledger handles ${type}: add the contract that has it to listensTo`,
  ),
);
