import fc from 'fast-check';
import { money } from '@corridor/kernel';
import type {
  Account,
  Address,
  Agent,
  CreditTransfer,
  PaymentBlock,
  PaymentFile,
  WritingDialect,
} from './transfer.js';

export const unicode: WritingDialect = { characters: 'unicode', batchBooking: null };

export const transfer: CreditTransfer = {
  reference: '0123456789ABCDEF',
  uetr: '5d7ea1f0-3c86-4d0b-9c55-00000000000a',
  amount: money('EUR', 1000_50n),
  ultimateDebtor: 'Northwind Imports Ltd',
  creditor: {
    name: 'Müller & Söhne GmbH',
    address: {
      street: 'Hauptstraße 1',
      postalCode: '10115',
      town: 'Berlin',
      region: null,
      country: 'DE',
      lines: [],
    },
  },
  creditorAccount: { iban: 'DE89370400440532013000', number: null },
  creditorAgent: { bic: 'COBADEFFXXX', clearing: null, name: null, country: null },
  purpose: 'GDDS',
  remittance: 'Invoice 1042',
};

export const block: PaymentBlock = {
  id: '7f3c0a528f0e4a399d55000000000001-1',
  debtor: { name: 'Corridor Payments Ltd', address: null },
  account: { iban: 'GB33BUKB20201555555555', number: null },
  ccyCode: 'EUR',
  agent: { bic: 'BUKBGB22XXX', clearing: null, name: null, country: null },
  executionDate: '2026-11-23',
  serviceLevel: 'URGP',
  charges: 'SHAR',
  transfers: [transfer],
};

export const file: PaymentFile = {
  messageId: '7f3c0a528f0e4a399d55000000000001',
  createdOn: '2026-11-23T09:30:00Z',
  initiator: 'Corridor Payments Ltd',
  blocks: [block],
};

/** Texts as they are written: one line of letters of many scripts and what XML escapes. */
export const words = (most: number) =>
  fc
    .string({ unit: fc.constantFrom(...'abzAZ09 &<>"\'/-?:().,+ßäéłøЖ漢😀'), minLength: 1, maxLength: most })
    .map((one) => one.replace(/\s+/g, ' ').trim())
    .filter(Boolean);
const orNull = <Value>(some: fc.Arbitrary<Value>) => fc.option(some, { nil: null });
const codes = (pattern: RegExp) => fc.stringMatching(pattern);

const hasSome = (one: object) =>
  Object.values(one).some((value) => value !== null && `${value as string}` !== '');

const addresses: fc.Arbitrary<Address | null> = fc
  .record({
    street: orNull(words(70)),
    postalCode: orNull(words(16)),
    town: orNull(words(35)),
    region: orNull(words(35)),
    country: orNull(codes(/^[A-Z]{2}$/)),
    lines: fc.array(words(70), { maxLength: 2 }),
  })
  .map((one) => (hasSome(one) ? one : null));

export const accounts: fc.Arbitrary<Account> = fc.oneof(
  fc.record({ iban: codes(/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/), number: fc.constant(null) }),
  fc.record({ iban: fc.constant(null), number: codes(/^[0-9]{5,34}$/) }),
);

export const agents: fc.Arbitrary<Agent> = fc
  .record({
    bic: orNull(codes(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/)),
    clearing: orNull(
      fc.record({ system: fc.constantFrom('GBDSC', 'USABA', 'DEBLZ'), member: codes(/^\d{6,9}$/) }),
    ),
    name: orNull(words(140)),
    country: orNull(codes(/^[A-Z]{2}$/)),
  })
  .map((one) => (one.bic === null ? one : { ...one, name: null, country: null }));

export const parties = fc.record({ name: words(140), address: addresses });
export const references = codes(/^[0-9A-Z]{16}$/);
export const uetrs = fc.uuid({ version: 4 });
export const amounts = fc
  .tuple(fc.constantFrom('EUR', 'JPY', 'KWD', 'GBP', 'BHD'), fc.bigInt(1n, 999_999_999_999n))
  .map(([ccyCode, minor]) => money(ccyCode, minor));
export const dates = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

const transfers: fc.Arbitrary<CreditTransfer> = fc.record({
  reference: references,
  uetr: uetrs,
  amount: amounts,
  ultimateDebtor: orNull(words(140)),
  creditor: parties,
  creditorAccount: accounts,
  creditorAgent: agents,
  purpose: orNull(fc.oneof(codes(/^[A-Z]{4}$/), words(35))),
  remittance: orNull(words(140)),
});

const blocks: fc.Arbitrary<PaymentBlock> = fc
  .record({
    id: codes(/^[0-9a-f-]{1,35}$/),
    debtor: parties,
    account: accounts,
    ccyCode: fc.constantFrom('EUR', 'JPY', 'KWD'),
    agent: agents,
    executionDate: dates,
    serviceLevel: fc.constantFrom('SEPA', 'URGP', 'NURG'),
    charges: fc.constantFrom('SLEV', 'SHAR', 'DEBT'),
    transfers: fc.array(transfers, { minLength: 1, maxLength: 4 }),
  })
  .map((one) => ({
    ...one,
    transfers: one.transfers.map((of) => ({ ...of, amount: money(one.ccyCode, of.amount.minor) })),
  }));

/** Several currencies in one file, one in each block. */
export const files: fc.Arbitrary<PaymentFile> = fc.record({
  messageId: codes(/^[0-9a-f]{1,35}$/),
  createdOn: dates.map((date) => `${date}T09:30:00Z`),
  initiator: words(140),
  blocks: fc.array(blocks, { minLength: 1, maxLength: 3 }),
});

export async function all<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const found: Value[] = [];
  for await (const value of values) found.push(value);
  return found;
}
