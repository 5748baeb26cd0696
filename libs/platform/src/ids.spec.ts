import { referenceOf } from '@corridor/kernel';
import { Ids, SystemClock, seededId } from './ids.js';

const command = (environment: 'SANDBOX' | 'PRODUCTION', key: string, scope = 'cli_1') => ({
  caller: { environment },
  idempotency: { scope, operation: 'openWallet', key },
});

describe('ids', () => {
  const ids = new Ids(new SystemClock());
  const PREFIX = 'wal' as never;

  it('follow from the command that creates demo data in a sandbox', () => {
    const id = ids.next(PREFIX, command('SANDBOX', 'seed-ACME-wallet-GBP'));
    expect(id).toBe(seededId(PREFIX, 'cli_1', 'openWallet', 'seed-ACME-wallet-GBP'));
    expect(new Ids(new SystemClock()).next(PREFIX, command('SANDBOX', 'seed-ACME-wallet-GBP'))).toBe(id);
    expect(ids.next(PREFIX, command('SANDBOX', 'seed-ACME-wallet-EUR'))).not.toBe(id);
    expect(ids.next(PREFIX, command('SANDBOX', 'seed-ACME-wallet-GBP', 'cli_2'))).not.toBe(id);
    expect(ids.next(PREFIX, command('SANDBOX', 'seed-ACME-wallet-GBP', 'cli_1/stf_1'))).toBe(id);
  });

  it.each([command('SANDBOX', 'order-4711'), command('PRODUCTION', 'seed-ACME-wallet-GBP'), undefined])(
    'are fresh for every other command',
    (one) => {
      expect(ids.next(PREFIX, one)).not.toBe(ids.next(PREFIX, one));
    },
  );

  it('can be made at the present of a client, which a reference shows, except in PRODUCTION', () => {
    const dayOf = (environment: 'SANDBOX' | 'PRODUCTION') => {
      const clientTime = { at: '2027-03-04T00:00:00.000' };
      return referenceOf(ids.nextFor(PREFIX, { caller: { environment, clientTime } })).slice(4, 12);
    };
    expect(dayOf('SANDBOX')).toBe('20270304');
    expect(dayOf('PRODUCTION')).not.toBe('20270304');
    const seed = command('SANDBOX', 'seed-ACME-wallet-GBP');
    expect(ids.nextFor(PREFIX, seed)).toBe(ids.next(PREFIX, seed));
  });

  describe('of a record that follows from another one', () => {
    const next = (id: string, part: string, environment: 'SANDBOX' | 'PRODUCTION' = 'SANDBOX') =>
      ids.nextOf('txn' as never, { id, part }, { environment });
    const seeded = seededId(PREFIX, 'cli_1', 'openWallet', 'seed-ACME-wallet-GBP');

    it('are fixed in the demo data, and differ by its part', () => {
      expect(next(seeded, '0')).toMatch(/^txn_/);
      expect(next(seeded, '0')).toBe(next(seeded, '0'));
      expect(next(seeded, '0')).not.toBe(next(seeded, '1'));
    });

    it('are fresh for every other record, and in PRODUCTION', () => {
      const other = ids.next(PREFIX);
      expect(next(other, '0')).not.toBe(next(other, '0'));
      expect(next(seeded, '0', 'PRODUCTION')).not.toBe(next(seeded, '0', 'PRODUCTION'));
    });
  });
});
