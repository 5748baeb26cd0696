import type {
  LedgerAccount,
  TransferEntry,
  TransferRequest,
  TransferRequests,
} from '@corridor/ledger-contract';
import { type DomainEvent, type Money, fold, money, schemaVersionOf, upcast } from '@corridor/kernel';
import { given } from '@corridor/testing';
import * as fc from 'fast-check';
import { type ClientLedgerEvent, REMEMBERED_TRANSFERS, clientLedger } from './client-ledger.js';
import { type Transfer, type Transfers, transfer, transferAll } from './transfer.js';

const now = '2026-11-21T09:30:00.000';
const gbp = (minor: bigint) => money('GBP', minor);
const usd = (minor: bigint) => money('USD', minor);
const entry = (account: LedgerAccount, amount: Money): TransferEntry => ({ account, amount });

/** Ids in the order of their requests: wal_1, txn_2, txn_3 … */
function transferOf(entries: TransferEntry[], more: Partial<TransferRequest> = {}, at = now): Transfer {
  let ids = 0;
  const request: TransferRequest = {
    transferId: 'if_1',
    action: 'FUNDING',
    reason: null,
    relatedEntity: related,
    entries,
    holdFor: null,
    excludes: null,
    ...more,
  };
  return { request, now: at, newId: (prefix) => `${prefix}_${++ids}` };
}

const related = {
  id: 'if_1',
  type: 'INBOUND_FUNDS',
  reference: 'IF-20261121-ABCDEF',
  details: { description: 'Inbound funds' },
} as const;
const fundedWith = (minor: bigint): ClientLedgerEvent[] =>
  transfer(
    clientLedger.initial,
    transferOf([entry('settlement', gbp(-minor)), entry('wallet', gbp(minor))], { transferId: 'if_0' }),
  );
const exchange = [
  entry('wallet', gbp(-40n)),
  entry('fx_position', gbp(40n)),
  entry('fx_position', usd(-50n)),
  entry('wallet', usd(50n)),
];
const declined: ClientLedgerEvent = {
  type: 'transfer_declined',
  transferId: 'if_1',
  relatedEntity: related,
  reason: 'insufficient_funds',
};

const moved = {
  type: 'wallet_moved',
  transferId: 'if_1',
  reason: null,
  relatedEntity: related,
  sortDate: now,
} as const;

describe('money that is held for another transfer', () => {
  const bought = transfer(clientLedger.initial, {
    ...transferOf([entry('fx_position', usd(-50n)), entry('wallet', usd(50n))], {
      transferId: 'con_1',
      holdFor: 'pmt_1',
    }),
  });
  const pay = (transferId: string, minor = 50n) => ({
    ...transferOf([entry('wallet', usd(-minor)), entry('settlement', usd(minor))], { transferId }),
    holds: { own: new Map([['pmt_1', [usd(50n)]]]), sums: null },
  });

  it('cannot be spent by another transfer', () => {
    given(clientLedger, ...bought)
      .when(transfer, pay('pmt_2', 1n))
      .then({ ...declined, transferId: 'pmt_2' });
  });

  it('is spent by the one it is held for, and then held no more', () => {
    const after = fold(clientLedger, [...bought, ...transfer(fold(clientLedger, bought), pay('pmt_1'))]);
    expect([after.wallets.USD?.minor, after.held]).toEqual([0n, {}]);
  });

  it('is held by transfers that an earlier build posted, or none if the field is missing', () => {
    type Posted = ClientLedgerEvent & { type: 'transfer_posted' };
    const read = (stored: DomainEvent) => upcast<ClientLedgerEvent>(clientLedger, stored, 1);
    const held = bought.at(-1) as Posted;
    expect(read(held)).toEqual({ ...held, holdFor: 'pmt_1' });
    const { holdFor: _, isPart: _isPart, held: _held, ...stored } = held;
    const { held: _sums, ...later } = held;
    expect(read(stored)).toEqual({ ...later, holdFor: null });
    expect(schemaVersionOf(clientLedger, 'transfer_posted')).toBe(3);
  });

  it('affects neither the rest of the wallet nor credits', () => {
    const state = fold(clientLedger, bought);
    const credit = transferOf([entry('settlement', usd(-7n)), entry('wallet', usd(7n))], {
      transferId: 'if_9',
    });
    const after = fold(clientLedger, [...bought, ...transfer(state, credit)]);
    expect(transfer(after, pay('pmt_2', 7n)).at(-1)?.type).toBe('transfer_posted');
    expect(transfer(after, pay('pmt_2', 8n)).at(-1)?.type).toBe('transfer_declined');
  });
});

describe('a transfer', () => {
  it('credits a wallet, and opens it first when it is missing', () => {
    given(clientLedger)
      .when(transfer, transferOf([entry('settlement', gbp(-100n)), entry('wallet', gbp(100n))]))
      .then(
        { type: 'wallet_opened', walletId: 'wal_1', ccyCode: 'GBP' },
        {
          ...moved,
          action: 'FUNDING',
          transactionId: 'txn_2',
          walletId: 'wal_1',
          amount: gbp(100n),
          balance: gbp(100n),
          sortPriority: 1,
        },
        {
          type: 'transfer_posted',
          transferId: 'if_1',
          action: 'FUNDING',
          relatedEntity: related,
          postings: [
            { account: 'settlement', walletId: null, amount: gbp(-100n) },
            { account: 'wallet', walletId: 'wal_1', amount: gbp(100n) },
          ],
          holdFor: null,
          isPart: false,
          held: {},
        },
      );
  });

  it('moves two wallets of a client at once', () => {
    const legs = { ...moved, action: 'CONVERSION' } as const;
    given(clientLedger, ...fundedWith(100n))
      .when(transfer, transferOf(exchange, { action: 'CONVERSION' }))
      .then(
        {
          ...legs,
          transactionId: 'txn_1',
          walletId: 'wal_1',
          amount: gbp(-40n),
          balance: gbp(60n),
          sortPriority: 2,
        },
        { type: 'wallet_opened', walletId: 'wal_2', ccyCode: 'USD' },
        {
          ...legs,
          transactionId: 'txn_3',
          walletId: 'wal_2',
          amount: usd(50n),
          balance: usd(50n),
          sortPriority: 3,
        },
        {
          type: 'transfer_posted',
          transferId: 'if_1',
          action: 'CONVERSION',
          relatedEntity: related,
          postings: [
            { account: 'wallet', walletId: 'wal_1', amount: gbp(-40n) },
            { account: 'fx_position', walletId: null, amount: gbp(40n) },
            { account: 'fx_position', walletId: null, amount: usd(-50n) },
            { account: 'wallet', walletId: 'wal_2', amount: usd(50n) },
          ],
          holdFor: null,
          isPart: false,
          held: {},
        },
      );
  });

  it('is declined as a whole when a wallet would go below zero', () => {
    given(clientLedger, ...fundedWith(39n))
      .when(transfer, transferOf(exchange))
      .then(declined);
    given(clientLedger).when(transfer, transferOf(exchange)).then(declined);
    given(clientLedger)
      .when(transfer, transferOf([entry('settlement', gbp(-5n)), entry('wallet', gbp(5n)), ...exchange]))
      .then(declined);
  });

  it('may take a wallet to exactly zero', () => {
    const events = transfer(
      fold(clientLedger, fundedWith(40n)),
      transferOf([entry('wallet', gbp(-40n)), entry('settlement', gbp(40n))]),
    );
    expect(fold(clientLedger, [...fundedWith(40n), ...events]).wallets).toMatchObject({ GBP: { minor: 0n } });
  });

  it('is declined if a wallet would exceed the largest amount', () => {
    const most = 10n ** 14n - 1n; // 12 digits before the point
    const credit = transferOf([entry('settlement', gbp(-1n)), entry('wallet', gbp(1n))]);
    given(clientLedger, ...fundedWith(most - 1n))
      .when(transfer, credit)
      .then(
        expect.objectContaining({ type: 'wallet_moved', balance: gbp(most) }),
        expect.objectContaining({ type: 'transfer_posted' }),
      );
    given(clientLedger, ...fundedWith(most))
      .when(transfer, credit)
      .then({ ...declined, reason: 'wallet_full' });
  });

  it('is posted once', () => {
    const first = fundedWith(100n);
    given(clientLedger, ...first)
      .when(
        transfer,
        transferOf([entry('settlement', gbp(-1n)), entry('wallet', gbp(1n))], { transferId: 'if_0' }),
      )
      .then();
  });

  it('may be requested again after it was declined', () => {
    const events = transfer(
      fold(clientLedger, [...fundedWith(39n), declined, ...nth(7)]),
      transferOf(exchange, { transferId: 'if_1' }),
    );
    expect(events.at(-1)).toMatchObject({ type: 'transfer_posted', transferId: 'if_1' });
  });

  it('never sorts before an earlier one, even when the clock went back', () => {
    const [late] = transfer(
      fold(clientLedger, fundedWith(9n)),
      transferOf([entry('wallet', gbp(-9n)), entry('settlement', gbp(9n))], {}, '2026-11-21T09:29:59.999'),
    );
    expect(late).toMatchObject({ sortDate: now, sortPriority: 2 });
  });

  it('remembers a limited number of transfers in its stream', () => {
    const history = Array.from({ length: REMEMBERED_TRANSFERS + 9 }, (_, i) => nth(i)).flat();
    const { posted } = fold(clientLedger, history);
    expect(posted).toHaveLength(REMEMBERED_TRANSFERS);
    expect(posted.at(-1)).toBe(`if_n${REMEMBERED_TRANSFERS + 8}`);
  });

  it.each<[string, TransferEntry[]]>([
    ['has no entries', []],
    ['does not balance', [entry('settlement', gbp(-1n)), entry('wallet', gbp(2n))]],
    ['balances over two currencies only', [entry('wallet', gbp(-1n)), entry('settlement', usd(1n))]],
    ['moves nothing', [entry('wallet', gbp(0n)), entry('settlement', gbp(0n))]],
  ])('is a defect when it %s', (_, entries) => {
    expect(() => transfer(clientLedger.initial, transferOf(entries))).toThrow(RangeError);
  });
});

describe('several transfers', () => {
  const relatedTo = (id: string, type: 'CONVERSION' | 'PAYMENT') => ({ ...related, id, type });
  const exchanging: TransferRequest = {
    ...transferOf(exchange).request,
    transferId: 'con_1',
    action: 'CONVERSION',
    relatedEntity: relatedTo('con_1', 'CONVERSION'),
  };
  const paying = (minor: bigint): TransferRequest => ({
    ...exchanging,
    transferId: 'pmt_1',
    action: 'PAYMENT',
    relatedEntity: relatedTo('pmt_1', 'PAYMENT'),
    entries: [entry('wallet', usd(-minor)), entry('settlement', usd(minor))],
  });
  const payment = { id: 'pmt_1' } as TransferRequests['payment'];
  const both = (minor = 50n): Transfers => ({
    ...transferOf([]),
    request: { transfers: [exchanging, paying(minor)], payment },
  });
  const transfers = [
    { transferId: 'con_1', relatedEntity: relatedTo('con_1', 'CONVERSION') },
    { transferId: 'pmt_1', relatedEntity: relatedTo('pmt_1', 'PAYMENT') },
  ];
  const posted = { type: 'transfers_posted', transfers, payment } as const;
  const isMoved = (ccyCode: string, minor: bigint, priority: number) =>
    expect.objectContaining({ balance: money(ccyCode, minor), sortPriority: priority });
  const isPosted = (transferId: string) =>
    expect.objectContaining({ type: 'transfer_posted', transferId, isPart: true });

  it('are posted in their order, each on the balances after the one before it', () => {
    given(clientLedger, ...fundedWith(100n))
      .when(transferAll, both())
      .then(
        isMoved('GBP', 60n, 2),
        expect.objectContaining({ type: 'wallet_opened', ccyCode: 'USD' }),
        isMoved('USD', 50n, 3),
        isPosted('con_1'),
        isMoved('USD', 0n, 4),
        isPosted('pmt_1'),
        posted,
      );
  });

  it.each([
    ['the first one', 39n, 50n],
    ['the last one', 40n, 51n],
  ])('are all declined if %s is', (_, funds, minor) =>
    given(clientLedger, ...fundedWith(funds))
      .when(transferAll, both(minor))
      .then({ type: 'transfers_declined', transfers, reason: 'insufficient_funds' }),
  );

  it('are posted once, also one that was posted before on its own', () => {
    const funded = fundedWith(100n);
    const exchanged = transfer(fold(clientLedger, funded), { ...both(), request: exchanging });
    given(clientLedger, ...funded, ...exchanged)
      .when(transferAll, both())
      .then(isMoved('USD', 0n, 4), isPosted('pmt_1'), posted);
    const done = transferAll(fold(clientLedger, funded), both());
    given(clientLedger, ...funded, ...done)
      .when(transferAll, both())
      .then();
    given(clientLedger, ...funded, ...done)
      .when(transfer, { ...both(), request: exchanging })
      .then();
  });

  it('may be requested again after they were declined, under the id of another payment', () => {
    const again = {
      ...both(),
      request: { transfers: [exchanging, { ...paying(50n), transferId: 'pmt_2' }], payment },
    };
    const history = [
      ...fundedWith(39n),
      ...transferAll(fold(clientLedger, fundedWith(39n)), both()),
      ...nth(7),
    ];
    expect(transferAll(fold(clientLedger, history), again).at(-1)).toMatchObject({
      type: 'transfers_posted',
    });
  });

  it('respect what is held for another transfer', () => {
    const funded = fundedWith(100n);
    const held = transfer(fold(clientLedger, funded), {
      ...both(),
      request: { ...exchanging, transferId: 'con_0', holdFor: 'pmt_0' },
    });
    given(clientLedger, ...funded, ...held)
      .when(transferAll, { ...both(51n), holds: { own: new Map(), sums: null } })
      .then({ type: 'transfers_declined', transfers, reason: 'insufficient_funds' });
    const events = transferAll(fold(clientLedger, [...funded, ...held]), {
      ...both(),
      holds: { own: new Map(), sums: null },
    });
    expect(fold(clientLedger, [...funded, ...held, ...events])).toMatchObject({
      wallets: { GBP: { minor: 20n }, USD: { minor: 50n } },
      held: { USD: usd(50n) },
    });
  });

  it('are a defect when one of them does not balance', () => {
    const wrong = { ...paying(50n), entries: [entry('wallet', usd(-50n))] };
    const request = { transfers: [exchanging, wrong], payment };
    expect(() => transferAll(fold(clientLedger, fundedWith(100n)), { ...both(), request })).toThrow(
      RangeError,
    );
  });
});

describe('any sequence of transfers', () => {
  const leg = fc.record({
    wallet: fc.bigInt(-1000n, 1000n).filter((minor) => minor !== 0n),
    ccyCode: fc.constantFrom('GBP', 'USD', 'JPY'),
    internal: fc.constantFrom<LedgerAccount>('fx_position', 'settlement', 'fees', 'suspense'),
  });
  const sequence = fc.array(fc.array(leg, { minLength: 1, maxLength: 4 }), { maxLength: 30 });
  const clock = fc.array(fc.integer({ min: 10, max: 59 }), { minLength: 30, maxLength: 30 });

  it('chains its balances, keeps them above zero and every currency at zero over all accounts', () => {
    fc.assert(
      fc.property(sequence, clock, (transfers, seconds) => {
        let ids = 0;
        const events = transfers.reduce<ClientLedgerEvent[]>((history, legs, i) => {
          const entries = legs.flatMap(({ wallet, ccyCode, internal }) => [
            entry('wallet', money(ccyCode, wallet)),
            entry(internal, money(ccyCode, -wallet)),
          ]);
          const requested = transferOf(
            entries,
            { transferId: `if_${i}` },
            `2026-11-21T09:30:${seconds[i]}.000`,
          );
          const newId = (prefix: string) => `${prefix}_${++ids}`;
          return [...history, ...transfer(fold(clientLedger, history), { ...requested, newId })];
        }, []);
        expectChained(events);
        expectBalanced(events);
      }),
    );
  });
});

function expectChained(events: ClientLedgerEvent[]) {
  const balances = new Map<string, bigint>();
  const rows = events.filter((event) => event.type === 'wallet_moved');
  rows.forEach(({ walletId, amount, balance, sortPriority, sortDate }, i) => {
    expect(balance.minor).toBe((balances.get(walletId) ?? 0n) + amount.minor);
    expect(balance.minor).toBeGreaterThanOrEqual(0n);
    expect(sortPriority).toBe(i + 1);
    expect(sortDate >= (rows[i - 1]?.sortDate ?? '')).toBe(true);
    balances.set(walletId, balance.minor);
  });
  for (const [ccyCode, { id, minor }] of Object.entries(fold(clientLedger, events).wallets))
    expect([ccyCode, minor]).toEqual([ccyCode, balances.get(id)]);
}

function expectBalanced(events: ClientLedgerEvent[]) {
  for (const event of events) {
    if (event.type !== 'transfer_posted') continue;
    const sums = new Map<string, bigint>();
    for (const { amount } of event.postings)
      sums.set(amount.ccyCode, (sums.get(amount.ccyCode) ?? 0n) + amount.minor);
    expect([...sums.values()].every((sum) => sum === 0n)).toBe(true);
  }
}

/** A posted transfer; only its id is relevant. */
const nth = (n: number): ClientLedgerEvent[] => [
  { type: 'wallet_moved', ...movement(n) },
  {
    type: 'transfer_posted',
    transferId: `if_n${n}`,
    action: 'FUNDING',
    relatedEntity: related,
    postings: [],
    holdFor: null,
    isPart: false,
    held: {},
  },
];
const movement = (n: number) => ({
  transactionId: `txn_n${n}`,
  transferId: `if_n${n}`,
  walletId: 'wal_1',
  amount: gbp(1n),
  balance: gbp(40n + BigInt(n)),
  action: 'FUNDING' as const,
  reason: null,
  relatedEntity: related,
  sortDate: now,
  sortPriority: n + 2,
});
