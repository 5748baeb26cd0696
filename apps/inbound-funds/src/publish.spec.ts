import type { Recorded } from '@corridor/event-store';
import { money } from '@corridor/kernel';
import type { InboundFundsEvent } from './inbound-funds/inbound-funds.js';
import { inboundFundsView } from './inbound-funds/inbound-funds.view.js';
import { publishInboundFunds } from './publish.js';

const at = (second: number) => `2026-11-21T09:30:0${second}.000`;
const recorded = (event: InboundFundsEvent, version: number): Recorded<InboundFundsEvent> => ({
  streamId: 'if_1',
  version,
  occurredOn: at(version),
  caller: {
    environment: 'SANDBOX',
    client: { id: 'cli_1', name: 'Ada Trading Ltd' },
    user: null,
    apiKeyId: null,
    permissions: [],
    correlationId: 'c',
    causationId: null,
    traceparent: '',
  },
  event,
});
const sender = {
  raw: null,
  name: 'Grace Ltd',
  ultimateDebtor: null,
  address: null,
  countryCode: null,
  accountNumber: null,
  bicSwiftCode: null,
  routingCode: null,
};
const received: InboundFundsEvent = {
  type: 'received',
  reference: 'IF-20261121-ABCDEF',
  amount: money('KWD', 1_005n),
  narrative: null,
  creditsOn: '2026-11-21',
  sender,
  receivingAccountNumber: 'GB1',
  receivingAccountIban: 'GB1',
  isCreditedAtOnce: true,
};
const requested: InboundFundsEvent = {
  type: 'credit_requested',
  reference: received.reference,
  amount: received.amount,
  narrative: null,
  senderName: 'Grace Ltd',
};

function story(...events: InboundFundsEvent[]) {
  let row: ReturnType<typeof inboundFundsView.project> = null;
  return events.map((event, i) => {
    const one = recorded(event, i + 1);
    row = inboundFundsView.project(row, one);
    return row && publishInboundFunds(one, row);
  });
}

const pending = {
  id: 'if_1',
  reference: 'IF-20261121-ABCDEF',
  client: { id: 'cli_1', name: 'Ada Trading Ltd' },
  amount: { ccyCode: 'KWD', value: 1.005 },
  narrative: null,
  creditsOn: '2026-11-21',
  sender,
  receivingAccountNumber: 'GB1',
  receivingAccountIban: 'GB1',
  linkedFundingAccountId: null,
  status: 'PENDING',
  statusHistory: [{ status: 'PENDING', statusReason: null, occurredOn: at(1) }],
};

it('publishes the messages of credited funds', () => {
  expect(story(received, requested, { type: 'credited' })).toEqual([
    { type: 'inbound_funds.pending', data: { resource: pending, isCreditedAtOnce: true } },
    {
      type: 'ledger.transfer_requested',
      data: {
        transferId: 'if_1',
        action: 'FUNDING',
        reason: null,
        relatedEntity: {
          id: 'if_1',
          type: 'INBOUND_FUNDS',
          reference: 'IF-20261121-ABCDEF',
          details: { description: 'Funds from Grace Ltd' },
        },
        entries: [
          { account: 'settlement', amount: money('KWD', -1_005n) },
          { account: 'wallet', amount: money('KWD', 1_005n) },
        ],
        holdFor: null,
        excludes: null,
      },
    },
    {
      type: 'inbound_funds.credited',
      data: {
        resource: {
          ...pending,
          status: 'CREDITED',
          statusHistory: [
            ...pending.statusHistory,
            { status: 'CREDITED', statusReason: null, occurredOn: at(3) },
          ],
        },
      },
    },
  ]);
});

it.each([
  [{ name: 'Grace Ltd', ultimateDebtor: 'Holding Ltd' }, ['Grace Ltd', 'Holding Ltd']],
  [{ name: null, ultimateDebtor: 'Holding Ltd' }, ['Holding Ltd']],
  // The other fields of the sender, and what it has written, name nobody.
  [{ name: null, raw: ';;GB;;;', countryCode: 'GB' }, []],
  [{ name: ' ' }, []],
])('asks to compare everybody whom the bank names as the sender: %j', (named, names) => {
  const from = { ...sender, ...named };
  const [, asked] = story(
    { ...received, narrative: 'Invoice 7', sender: from },
    { type: 'screening_requested', sender: from },
  );
  expect(asked).toMatchObject({
    type: 'payments.screening_requested',
    data: { subject: { type: 'SENDER', names } },
  });
});

it('publishes why funds were returned', () => {
  expect(story(received, { type: 'rejected', reason: 'unknown sender' })[1]).toMatchObject({
    type: 'inbound_funds.rejected',
    data: {
      resource: {
        status: 'REJECTED',
        statusHistory: [{ status: 'PENDING' }, { status: 'REJECTED', statusReason: 'unknown sender' }],
      },
    },
  });
});
