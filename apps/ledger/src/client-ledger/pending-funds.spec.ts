import { fold, money } from '@corridor/kernel';
import { given } from '@corridor/testing';
import { type ClientLedgerEvent, clientLedger } from './client-ledger.js';
import { announceFunds, clearFunds } from './pending-funds.js';
import { CountedUnknown, type Transfer, transfer } from './transfer.js';

const pounds = (minor: bigint) => money('GBP', minor);
const opened: ClientLedgerEvent = { type: 'wallet_opened', walletId: 'wal_1', ccyCode: 'GBP' };
const wallet = { walletId: 'wal_1', ccyCode: 'GBP' };
const announced = (inboundFundsId: string, amount: bigint, pending: bigint): ClientLedgerEvent => ({
  type: 'funds_announced',
  ...wallet,
  inboundFundsId,
  amount: pounds(amount),
  pending: pounds(pending),
});
const cleared = (inboundFundsId: string, pending: bigint): ClientLedgerEvent => ({
  type: 'funds_cleared',
  ...wallet,
  inboundFundsId,
  pending: pounds(pending),
});

describe('pending funds', () => {
  it('add up in the wallet of their currency', () => {
    given(clientLedger, opened)
      .when(announceFunds, { inboundFundsId: 'if_1', amount: pounds(500n), counted: null })
      .then(announced('if_1', 500n, 500n));
    given(clientLedger, opened, announced('if_1', 500n, 500n))
      .when(announceFunds, { inboundFundsId: 'if_2', amount: pounds(1n), counted: null })
      .then(announced('if_2', 1n, 501n));
  });

  it('are announced once, and only for a wallet', () => {
    given(clientLedger, opened, announced('if_1', 500n, 500n))
      .when(announceFunds, { inboundFundsId: 'if_1', amount: pounds(500n), counted: pounds(500n) })
      .then();
    given(clientLedger, opened)
      .when(announceFunds, { inboundFundsId: 'if_1', amount: money('EUR', 1n), counted: null })
      .then();
  });

  it('are pending no more when they are rejected; others are not touched', () => {
    const both = [opened, announced('if_1', 500n, 500n), announced('if_2', 1n, 501n)];
    given(clientLedger, ...both)
      .when(clearFunds, { inboundFundsId: 'if_1', counted: pounds(500n) })
      .then(cleared('if_1', 1n));
    given(clientLedger, ...both, cleared('if_1', 1n))
      .when(clearFunds, { inboundFundsId: 'if_1', counted: null })
      .then();
    given(clientLedger, opened).when(clearFunds, { inboundFundsId: 'if_3', counted: null }).then();
  });

  const relatedEntity = {
    id: 'if_1',
    type: 'INBOUND_FUNDS',
    reference: 'IF',
    details: { description: '' },
  } as const;
  const credit: Transfer = {
    request: {
      transferId: 'if_1',
      action: 'FUNDING',
      reason: null,
      relatedEntity,
      entries: [
        { account: 'settlement', amount: pounds(-500n) },
        { account: 'wallet', amount: pounds(500n) },
      ],
      holdFor: null,
    },
    now: '2026-11-21T09:30:00.123',
    newId: (prefix) => `${prefix}_1`,
  };

  it('are removed with the transfer that credits them, in one step', () => {
    const state = fold(clientLedger, [opened, announced('if_1', 500n, 500n)]);
    const events = transfer(state, { ...credit, counted: pounds(500n) });
    expect(events.map(({ type }) => type)).toEqual(['wallet_moved', 'funds_cleared', 'transfer_posted']);
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
