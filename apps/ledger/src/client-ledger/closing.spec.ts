import { fold, money } from '@corridor/kernel';
import { given } from '@corridor/testing';
import { type ClientLedgerEvent, clientLedger } from './client-ledger.js';
import { close } from './closing.js';
import { announceFunds } from './pending-funds.js';
import type { Circumstances } from './post.js';
import { transfer, transferAll } from './transfer.js';
import { openWallet } from './wallet-commands.js';
import { requestOf } from './transfer.fixture.js';

const request = requestOf('pmt_late', money('GBP', 1n));
const { relatedEntity } = request;
const opened: ClientLedgerEvent = { type: 'wallet_opened', walletId: 'wal_1', ccyCode: 'GBP' };
const moved = (value: bigint, balance: bigint): ClientLedgerEvent => ({
  type: 'wallet_moved',
  transactionId: `txn_${balance}`,
  transferId: `if_${balance}`,
  walletId: 'wal_1',
  amount: money('GBP', value),
  balance: money('GBP', balance),
  action: 'FUNDING',
  reason: null,
  relatedEntity,
  sortDate: '2026-11-20T09:30:00.123',
  sortPriority: 1,
});
const announced: ClientLedgerEvent = {
  type: 'funds_announced',
  walletId: 'wal_1',
  ccyCode: 'GBP',
  inboundFundsId: 'if_1',
  amount: money('GBP', 5_00n),
  pending: money('GBP', 5_00n),
  transaction: null,
};
const closed: ClientLedgerEvent = { type: 'closed', attempt: 1 };
const first = { attempt: 1, obstacles: [] };

const met: Circumstances = { now: '2026-11-20T09:30:00.123', newId: (prefix) => `${prefix}_new` };

describe('books are closed', () => {
  test('without a wallet, and with empty ones', () => {
    given(clientLedger).when(close, first).then(closed);
    given(clientLedger, opened, moved(5_00n, 5_00n), moved(-5_00n, 0n)).when(close, first).then(closed);
  });

  test('not with money in a wallet or on its way, nor if another service has an obstacle', () => {
    const other = { kind: 'payment', detail: 'The payment pmt_1 is DRAFT.' };
    given(clientLedger, opened, moved(12_50n, 12_50n), announced)
      .when(close, { attempt: 1, obstacles: [other] })
      .then({
        type: 'closing_declined',
        attempt: 1,
        obstacles: [
          other,
          { kind: 'wallet', detail: 'The GBP wallet has a balance of 12.50.' },
          { kind: 'wallet', detail: 'The GBP wallet has pending funds of 5.00.' },
        ],
      });
  });

  test('once for each attempt, however often it is delivered', () => {
    const declined: ClientLedgerEvent = { type: 'closing_declined', attempt: 1, obstacles: [] };
    given(clientLedger, opened, declined).when(close, first).then();
    given(clientLedger, opened, declined)
      .when(close, { ...first, attempt: 2 })
      .then({ ...closed, attempt: 2 });
  });

  test('and say so again to a later attempt, whatever another service has', () => {
    const other = { kind: 'payment', detail: 'The payment pmt_1 is DRAFT.' };
    given(clientLedger, opened, closed).when(close, first).then();
    given(clientLedger, opened, closed)
      .when(close, { attempt: 2, obstacles: [other] })
      .then({ ...closed, attempt: 2 });
  });

  test('no money moves from then on, in either order of a credit and the closing', () => {
    const { transferId } = request;
    const reason = 'client_closed' as const;
    given(clientLedger, opened, closed)
      .when(transfer, { request, ...met })
      .then({ type: 'transfer_declined', transferId, relatedEntity, reason });
    given(clientLedger, opened, closed)
      .when(transferAll, { request: { transfers: [request], payment: null }, ...met })
      .then({ type: 'transfers_declined', transfers: [{ transferId, relatedEntity }], reason });
    given(clientLedger, opened, closed)
      .when(openWallet, { walletId: 'wal_2', ccyCode: 'EUR' })
      .refuses('client_closed');
    given(clientLedger, opened, closed)
      .when(announceFunds, {
        ...{ inboundFundsId: 'if_2', amount: money('GBP', 1n), reason: null, relatedEntity },
        ...{ creditsOn: '2026-11-20', now: met.now, counted: null, isSettled: false },
      })
      .then();
    const credited = transfer(fold(clientLedger, [opened]), { request, ...met });
    const [answer] = close(fold(clientLedger, [opened, ...credited]), first);
    expect(answer?.type).toBe('closing_declined');
  });
});
