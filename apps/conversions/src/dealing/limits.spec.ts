import { type Money, money } from '@corridor/kernel';
import {
  type Limits,
  NO_DEPOSITS,
  type Standing,
  initialLimits,
  limitsInForce,
  objectionTo,
  valueOf,
} from './limits.js';

const quote = (ccyCode: string, mid: string) => ({ base: 'EUR', quote: ccyCode, bid: mid, mid, ask: mid });
const market = [quote('GBP', '0.8'), quote('JPY', '160'), quote('EUR', '1')];
const none: Standing = { open: {}, funds: {}, total: {} };
const gbp = (minor: bigint): Money => money('GBP', minor);

const codeOf = (sold: Money, limits: Partial<Limits>, standing: Partial<Standing> = {}) =>
  objectionTo(
    sold,
    { clientExposure: null, maximumDeal: null, totalExposure: null, deposits: NO_DEPOSITS, ...limits },
    { ...none, ...standing },
    market,
  )?.code ?? null;

describe('limits', () => {
  it('are in EUR, rounded up', () => {
    expect(valueOf({ GBP: 1n, JPY: 1n }, market)).toEqual(money('EUR', 2n));
    expect(valueOf({ GBP: 80n, EUR: 100n }, market)).toEqual(money('EUR', 200n));
    expect(valueOf({ XXX: 0n }, market)).toEqual(money('EUR', 0n));
    expect(valueOf({ XXX: 1n }, market)).toBeNull();
  });

  it('allow exactly their amount, and not a minor unit more', () => {
    expect(codeOf(gbp(80_00n), { clientExposure: 100 })).toBeNull();
    expect(codeOf(gbp(80_01n), { clientExposure: 100 })).toBe('exposure_limit_exceeded');
    expect(codeOf(gbp(80_00n), { maximumDeal: 100 })).toBeNull();
    expect(codeOf(gbp(80_01n), { maximumDeal: 100 })).toBe('deal_limit_exceeded');
    expect(codeOf(gbp(80_00n), { totalExposure: 100 })).toBeNull();
    expect(codeOf(gbp(80_01n), { totalExposure: 100 })).toBe('exposure_limit_exceeded');
  });

  it('of a client count what is open in all currencies, without what its wallets have in each', () => {
    const limits = { clientExposure: 100 };
    expect(codeOf(gbp(1n), limits, { open: { JPY: 16_000n } })).toBe('exposure_limit_exceeded');
    expect(codeOf(gbp(1n), limits, { open: { JPY: 16_000n }, funds: { JPY: 1_000n } })).toBeNull();
    expect(codeOf(gbp(1n), limits, { open: { JPY: 16_000n }, funds: { EUR: 1_000_000n } })).toBe(
      'exposure_limit_exceeded',
    );
    expect(codeOf(gbp(80_00n), { clientExposure: 0 }, { funds: { GBP: 80_00n } })).toBeNull();
    expect(codeOf(gbp(80_01n), { clientExposure: 0 }, { funds: { GBP: 80_00n } })).toBe(
      'exposure_limit_exceeded',
    );
    expect(codeOf(gbp(1n), { clientExposure: 0 }, { open: { GBP: 80_00n }, funds: { GBP: 80_00n } })).toBe(
      'exposure_limit_exceeded',
    );
  });

  it('say to a client without credit which money is missing', () => {
    const limits = { ...initialLimits('PRODUCTION'), deposits: NO_DEPOSITS };
    const detailOf = (standing: Partial<Standing>) =>
      objectionTo(gbp(80_00n), limits, { ...none, ...standing }, market)?.detail;
    expect(detailOf({})).toBe(
      'There is not enough GBP: unsettled conversions and this one need GBP 80.00, and GBP 80.00 of it is missing in the wallet.',
    );
    expect(detailOf({ open: { GBP: 20_00n, JPY: 5n }, funds: { GBP: 30_00n } })).toBe(
      'There is not enough GBP: unsettled conversions and this one need GBP 100.00, and GBP 70.00 of it is missing in the wallet. ' +
        'There is not enough JPY: unsettled conversions and this one need JPY 5, and JPY 5 of it is missing in the wallet.',
    );
  });

  it('of all count what all sell, whatever the wallets have', () => {
    const standing = { funds: { GBP: 100_00n }, total: { GBP: 80_00n } };
    expect(codeOf(gbp(1n), { totalExposure: 100 }, standing)).toBe('exposure_limit_exceeded');
    expect(codeOf(gbp(1n), { totalExposure: 101 }, standing)).toBeNull();
  });

  it('allow nothing that has no value at the market', () => {
    expect(codeOf(money('XXX', 1n), { maximumDeal: 1 })).toBe('unavailable');
    expect(codeOf(gbp(1n), { clientExposure: 9 }, { open: { XXX: 1n } })).toBe('exposure_limit_exceeded');
  });

  it('of a client replace those of all, one by one; the total is of all', () => {
    const deposits = { percent: 5, hours: 24, topUpPercent: 50 };
    const all = { clientExposure: 1, maximumDeal: 2, totalExposure: 3, deposits };
    expect(limitsInForce(all, null)).toEqual(all);
    const own = { clientExposure: 0, maximumDeal: null, deposits: { ...NO_DEPOSITS, percent: 0 } };
    expect(limitsInForce(all, own)).toEqual({
      ...all,
      clientExposure: 0,
      deposits: { ...deposits, percent: 0 },
    });
  });

  it('give no credit in PRODUCTION before staff do, and are none in the SANDBOX', () => {
    expect(initialLimits('PRODUCTION').clientExposure).toBe(0);
    expect(initialLimits('SANDBOX').clientExposure).toBeNull();
  });
});
