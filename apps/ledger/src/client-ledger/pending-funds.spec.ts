import { type Money, fold, money } from '@corridor/kernel';
import { given } from '@corridor/testing';
import { type ClientLedgerEvent, clientLedger } from './client-ledger.js';
import { type AnnounceFunds, announceFunds, clearFunds } from './pending-funds.js';
import { CountedUnknown, type Transfer, transfer } from './transfer.js';

const now = '2026-11-21T09:30:00.123';
const pounds = (minor: bigint) => money('GBP', minor);
const opened: ClientLedgerEvent = { type: 'wallet_opened', walletId: 'wal_1', ccyCode: 'GBP' };
const wallet = { walletId: 'wal_1', ccyCode: 'GBP' };
const relatedTo = (id: string) =>
  ({ id, type: 'INBOUND_FUNDS', reference: 'IF', details: { description: '' } }) as const;
const announced = (
  inboundFundsId: string,
  amount: bigint,
  pending: bigint,
  transaction: object = {},
): ClientLedgerEvent => ({
  type: 'funds_announced',
  ...wallet,
  inboundFundsId,
  amount: pounds(amount),
  pending: pounds(pending),
  transaction: {
    balance: pounds(0n),
    reason: null,
    relatedEntity: relatedTo(inboundFundsId),
    settlesOn: now,
    sortDate: now,
    sortPriority: 1,
    ...transaction,
  },
});
const cleared = (inboundFundsId: string, pending: bigint): ClientLedgerEvent => ({
  type: 'funds_cleared',
  ...wallet,
  inboundFundsId,
  pending: pounds(pending),
});
const announcement = (inboundFundsId: string, amount: Money, more: Partial<AnnounceFunds> = {}) => ({
  inboundFundsId,
  amount,
  reason: null,
  relatedEntity: relatedTo(inboundFundsId),
  creditsOn: '2026-11-21',
  now,
  counted: null,
  isSettled: false,
  ...more,
});
const counted = { amount: pounds(500n), since: now };

describe('pending funds', () => {
  it('add up in the wallet of their currency, each with the next place among its transactions', () => {
    given(clientLedger, opened)
      .when(announceFunds, announcement('if_1', pounds(500n)))
      .then(announced('if_1', 500n, 500n));
    given(clientLedger, opened, announced('if_1', 500n, 500n))
      .when(announceFunds, announcement('if_2', pounds(1n)))
      .then(announced('if_2', 1n, 501n, { sortPriority: 2 }));
  });

  it('have the balance without them, settle when they are credited, and never sort before what was there', () => {
    const later = '2026-11-22T00:00:00.000';
    const moved = announced('if_1', 1n, 1n, { sortDate: later, sortPriority: 7 });
    given(clientLedger, opened, moved)
      .when(announceFunds, announcement('if_2', pounds(500n), { creditsOn: '2026-11-24' }))
      .then(
        announced('if_2', 500n, 501n, {
          settlesOn: '2026-11-24T00:00:00.000',
          sortDate: later,
          sortPriority: 8,
        }),
      );
  });

  it('are announced once, not after they are settled, and only for a wallet', () => {
    given(clientLedger, opened, announced('if_1', 500n, 500n))
      .when(announceFunds, announcement('if_1', pounds(500n), { counted }))
      .then();
    given(clientLedger, opened)
      .when(announceFunds, announcement('if_1', pounds(500n), { isSettled: true }))
      .then();
    given(clientLedger, opened)
      .when(announceFunds, announcement('if_1', money('EUR', 1n)))
      .then();
  });

  it('are pending no more when they are rejected; others are not touched', () => {
    const both = [opened, announced('if_1', 500n, 500n), announced('if_2', 1n, 501n)];
    given(clientLedger, ...both)
      .when(clearFunds, { inboundFundsId: 'if_1', counted })
      .then(cleared('if_1', 1n));
    given(clientLedger, ...both, cleared('if_1', 1n))
      .when(clearFunds, { inboundFundsId: 'if_1', counted: null })
      .then();
    given(clientLedger, opened).when(clearFunds, { inboundFundsId: 'if_3', counted: null }).then();
  });

  const credit: Transfer = {
    request: {
      transferId: 'if_1',
      action: 'FUNDING',
      reason: null,
      relatedEntity: relatedTo('if_1'),
      entries: [
        { account: 'settlement', amount: pounds(-500n) },
        { account: 'wallet', amount: pounds(500n) },
      ],
      holdFor: null,
      excludes: null,
    },
    now: '2026-11-22T09:30:00.123',
    newId: (prefix) => `${prefix}_new`,
  };

  it('are removed with the transfer that credits them, in one step', () => {
    const state = fold(clientLedger, [opened, announced('if_1', 500n, 500n)]);
    const events = transfer(state, { ...credit, counted });
    expect(events.map(({ type }) => type)).toEqual(['wallet_moved', 'funds_cleared', 'transfer_posted']);
    expect(events[0]).toMatchObject({
      transactionId: 'txn_1', // the one that was PENDING
      pendingSince: now,
      balance: pounds(500n),
      sortDate: credit.now,
      sortPriority: 2,
    });
    expect(events[1]).toEqual(cleared('if_1', 0n));
    expect(events.reduce(clientLedger.evolve, state)).toMatchObject({
      pending: {},
      wallets: { GBP: { minor: 500n } },
    });
  });

  it('have to be looked up for a credit only while some are pending in its currency', () => {
    const euros = { ...announced('if_2', 1n, 1n), ccyCode: 'EUR', pending: money('EUR', 1n) };
    expect(() => transfer(fold(clientLedger, [opened, announced('if_2', 1n, 1n)]), credit)).toThrow(
      CountedUnknown,
    );
    expect(transfer(fold(clientLedger, [opened, euros]), credit).map(({ type }) => type)).toEqual([
      'wallet_moved',
      'transfer_posted',
    ]);
  });
});
