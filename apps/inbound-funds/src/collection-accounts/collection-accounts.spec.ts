import { currencies, fold, makeId } from '@corridor/kernel';
import { sized } from '@corridor/testing';
import * as fc from 'fast-check';
import { isValidBIC, isValidIBAN } from 'ibantools';
import UkModulusChecking from 'uk-modulus-checking';
import {
  type OpenedWallet,
  awaitAccounts,
  collectionAccounts,
  issue,
  retireAccounts,
} from './collection-accounts.js';
import { receivingAccountOf } from './receiving-account.js';
import { internationalRoute, localRoutes } from './routes.js';

const wallet = (ccyCode: string, walletId = 'wal_1', clientId = 'cli_1') => ({
  walletId,
  client: { id: clientId, name: 'Ada Trading Ltd' },
  ccyCode,
  openedOn: '2026-11-21T09:30:00.000',
});
/** Simulated ones. */
const routes = ({ walletId, client, ccyCode }: OpenedWallet) => {
  const seeds = { client: client.id, wallet: walletId };
  return [...(localRoutes[ccyCode] ? [localRoutes[ccyCode](seeds)] : []), internationalRoute(seeds)];
};
const issued = (opened: OpenedWallet) => issue(collectionAccounts.initial, opened, routes(opened));
const accountsOf = (...of: Parameters<typeof wallet>) =>
  issued(wallet(...of)).flatMap((event) => event.collectionAccounts);

/** A local account and the international one, in the specification's terms. */
const kinds = (ccyCode: string) =>
  accountsOf(ccyCode).map(
    ({ accountNumberType, routingCodeType, localRoutingCodeType, paymentType, bankCountryCode }) =>
      `${accountNumberType} ${routingCodeType} ${localRoutingCodeType} ${paymentType} ${bankCountryCode}`,
  );

describe('a wallet receives money', () => {
  it.each([
    ['GBP', 'ACCOUNT_NUMBER SORT_CODE SORT_CODE REGULAR GB'],
    ['EUR', 'IBAN BIC_SWIFT null REGULAR LT'],
    ['USD', 'ACCOUNT_NUMBER null ABA REGULAR US'],
    ['CAD', 'ACCOUNT_NUMBER null CA_ROUTING REGULAR CA'],
  ])('in %s over a local account and the international one', (ccyCode, local) => {
    expect(kinds(ccyCode)).toEqual([local, 'IBAN BIC_SWIFT null PRIORITY GB']);
  });

  it('in any other currency over the international account alone', () => {
    const others = [...currencies.keys()].filter((code) => !['GBP', 'EUR', 'USD', 'CAD'].includes(code));
    for (const ccyCode of others) expect(kinds(ccyCode)).toEqual(['IBAN BIC_SWIFT null PRIORITY GB']);
  });

  it('with all details that a sender needs', () => {
    expect(accountsOf('USD')[0]).toEqual({
      id: expect.stringMatching(/^ca_[0-9A-HJKMNP-TV-Z]{26}$/) as string,
      ccyCode: 'USD',
      accountNumber: expect.stringMatching(/^\d{12}$/) as string,
      accountNumberType: 'ACCOUNT_NUMBER',
      accountHolderName: 'Ada Trading Ltd',
      bankName: 'Corridor Bank N.A.',
      bankAddress: ['200 Harbor Street', 'New York', 'NY 10004'],
      bankCountryCode: 'US',
      paymentType: 'REGULAR',
      routingCode: '026099406',
      routingCodeType: null,
      localRoutingCodeType: 'ABA',
      retiredOn: null,
    });
  });

  it('over accounts that are issued once and stay the same for a wallet', () => {
    const [first] = issued(wallet('EUR'));
    expect(issued(wallet('EUR'))).toEqual([first]);
    const after = fold(collectionAccounts, [first!]);
    expect(issue(after, wallet('EUR'), routes(wallet('EUR')))).toEqual([]);
  });

  it('over an international account that all wallets of a client share, and no two clients', () => {
    const international = (...of: Parameters<typeof wallet>) => accountsOf(...of).at(-1)?.accountNumber;
    expect(international('GBP', 'wal_1')).toBe(international('JPY', 'wal_2'));
    expect(international('GBP', 'wal_1')).not.toBe(international('GBP', 'wal_1', 'cli_2'));
  });
});

describe('a wallet of which an account is retired', () => {
  const on = '2026-11-22T10:00:00.000';
  const opened = wallet('EUR');
  const [local, international] = routes(opened);
  const before = fold(collectionAccounts, issued(opened));
  const [retired] = retireAccounts(before, opened, { routes: [local!], on });
  const after = fold(collectionAccounts, [...issued(opened), retired!]);

  it('shows it after the others, once', () => {
    const [first, second] = before.accounts;
    expect(retired).toMatchObject({ type: 'retired', revision: 2 });
    expect(retired!.collectionAccounts).toEqual([second, { ...first, retiredOn: on }]);
    expect(retireAccounts(after, opened, { routes: [local!], on })).toEqual([]);
  });

  it('gets another one with an id of its own, and keeps those that it has', () => {
    const another = { ...local!, accountNumber: 'LT001234' };
    const [replaced] = issue(after, opened, [another, international!]);
    const [added, ...others] = replaced!.collectionAccounts;
    expect([added?.accountNumber, added?.retiredOn, replaced!.revision]).toEqual(['LT001234', null, 3]);
    expect(others).toEqual(after.accounts);
    expect(new Set(replaced!.collectionAccounts.map(({ id }) => id)).size).toBe(3);
    expect(issue(fold(collectionAccounts, [replaced!]), opened, [another, international!])).toEqual([]);
  });

  it('that waits is told so once, and not when it has had accounts', () => {
    const waits = awaitAccounts(collectionAccounts.initial, opened);
    expect(waits).toMatchObject([{ type: 'awaited', collectionAccounts: [], revision: 1 }]);
    expect(awaitAccounts(fold(collectionAccounts, waits), opened)).toEqual([]);
    expect(awaitAccounts(after, opened)).toEqual([]);
  });
});

describe('the account that inbound funds name', () => {
  const named = (ccyCode: string) => receivingAccountOf(accountsOf(ccyCode));

  it('is the local one, with the IBAN of the same account', () => {
    const gbp = named('GBP');
    expect(gbp.receivingAccountIban).toBe(accountsOf('GBP')[1]?.accountNumber);
    expect(gbp.receivingAccountIban).toMatch(new RegExp(`${gbp.routingCode}${gbp.receivingAccountNumber}$`));
    expect(named('USD').receivingAccountIban).toBeNull();
    expect(named('EUR').receivingAccountIban).toBe(accountsOf('EUR')[0]?.accountNumber);
    expect(named('JPY').receivingAccountIban).toBe(named('JPY').receivingAccountNumber);
  });
});

describe('the numbers of any wallet', () => {
  const anyId = fc
    .tuple(
      fc.constantFrom('wal', 'cli'),
      fc.integer({ min: 0, max: 2 ** 47 }),
      fc.uint8Array({ minLength: 10, maxLength: 10 }),
    )
    .map(([prefix, ms, random]) => makeId(prefix as 'wal', ms, random));
  const forAny = (ccyCode: string, holds: (accounts: ReturnType<typeof accountsOf>) => boolean) =>
    fc.assert(
      fc.property(anyId, anyId, (walletId, clientId) => holds(accountsOf(ccyCode, walletId, clientId))),
      { numRuns: sized({ small: 60, full: 500 }) },
    );

  it('pass the British modulus check, each of a sort code that has one', () => {
    forAny('GBP', ([{ accountNumber, routingCode: sortCode } = fail()]) => {
      const next = String((Number(accountNumber) + 1) % 1e8).padStart(8, '0');
      const isChecked = !new UkModulusChecking({ sortCode, accountNumber: next }).isValid();
      return (
        /^\d{6} \d{8}$/.test(`${sortCode} ${accountNumber}`) &&
        isChecked &&
        new UkModulusChecking({ sortCode, accountNumber }).isValid()
      );
    });
  });

  it('are valid IBANs with valid BICs', () => {
    for (const ccyCode of ['EUR', 'JPY'])
      forAny(ccyCode, (accounts) =>
        accounts.every(
          ({ accountNumber, routingCode, bankCountryCode }) =>
            isValidIBAN(accountNumber) &&
            isValidBIC(routingCode) &&
            accountNumber.startsWith(bankCountryCode) &&
            routingCode.slice(4, 6) === bankCountryCode,
        ),
      );
  });

  it('name American and Canadian branches', () => {
    forAny('USD', ([{ routingCode } = fail()]) => abaChecksum(routingCode) % 10 === 0);
    forAny('CAD', ([{ routingCode } = fail()]) => /^0\d{3}\d{5}$/.test(routingCode));
  });
});

/** Written out as the American Bankers Association states it. */
function abaChecksum(routingNumber: string): number {
  const [d1 = NaN, d2 = NaN, d3 = NaN, d4 = NaN, d5 = NaN, d6 = NaN, d7 = NaN, d8 = NaN, d9 = NaN] = [
    ...routingNumber,
  ].map(Number);
  return 3 * (d1 + d4 + d7) + 7 * (d2 + d5 + d8) + (d3 + d6 + d9);
}

function fail(): never {
  throw new Error('no account');
}
