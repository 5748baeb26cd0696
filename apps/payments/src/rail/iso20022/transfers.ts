import { fromResource } from '@corridor/kernel';
import type {
  Account,
  Address,
  Agent,
  BlockTerms,
  ChargeBearer,
  CreditTransfer,
  PaymentBlock,
  ServiceLevel,
} from '@corridor/iso20022';
import type { RailPayment } from '../payment-rail.js';

/** The account from which payments leave. */
export interface Debtor {
  readonly holder: string;
  readonly bic: string;
  /** By currency. */
  readonly accounts: ReadonlyMap<string, string>;
}

const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;

export const accountOf = (number: string): Account =>
  IBAN.test(number) ? { iban: number, number: null } : { iban: null, number };

/**
 * Payments in blocks: what has the same account, value date, cut-off and charges. A bank has a cut-off time for each service level.
 * @param messageId begins the ids of the blocks
 */
export function blocksOf(
  messageId: string,
  payments: readonly RailPayment[],
  debtor: Debtor,
): PaymentBlock[] {
  const groups = Map.groupBy(payments, (one) =>
    [one.amount.ccyCode, one.valueDate, serviceLevelOf(one), chargesOf(one)].join(' '),
  );
  return [...groups.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, some], index) => ({
      ...termsOf(`${messageId.slice(0, 28)}-${index + 1}`, some[0]!, debtor),
      transfers: some.map(transferOf),
    }));
}

function termsOf(id: string, one: RailPayment, { holder, bic, accounts }: Debtor): BlockTerms {
  const { ccyCode } = one.amount;
  return {
    id,
    debtor: { name: holder, address: null },
    account: accountOf(accounts.get(ccyCode) ?? ''),
    ccyCode,
    agent: { bic, clearing: null, name: null, country: null },
    executionDate: one.valueDate,
    serviceLevel: serviceLevelOf(one),
    charges: chargesOf(one),
  };
}

/** Euros within SEPA's reach, to an IBAN, unless they are urgent. */
function serviceLevelOf({ amount, paymentType, creditor }: RailPayment): ServiceLevel {
  if (paymentType === 'PRIORITY') return 'URGP';
  return amount.ccyCode === 'EUR' && creditor.iban !== null ? 'SEPA' : 'NURG';
}

function chargesOf(one: RailPayment): ChargeBearer {
  if (serviceLevelOf(one) === 'SEPA') return 'SLEV';
  return one.chargeType === 'OURS' ? 'DEBT' : 'SHAR';
}

const transferOf = (one: RailPayment): CreditTransfer => ({
  reference: one.reference,
  uetr: one.uetr,
  amount: fromResource(one.amount),
  ultimateDebtor: one.orderingParty,
  creditor: { name: one.creditor.name, address: addressOf(one.creditor) },
  creditorAccount: {
    iban: one.creditor.iban,
    number: one.creditor.iban === null ? one.creditor.accountNumber : null,
  },
  creditorAgent: agentOf(one.creditor),
  purpose: one.purposeCode,
  remittance: one.narrative,
});

/**
 * Hybrid with what the client has given in fields of their own. Lines stay lines: nobody can tell the street from the building in
 * them. Of a sender to whom money goes back only lines are known.
 */
export const addressOf = ({ address, addressLines, countryCode }: RailPayment['creditor']): Address => ({
  street: null,
  postalCode: address?.postalCode || null,
  town: address?.city || null,
  region: address?.state || null,
  country: address?.countryCode ?? countryCode,
  lines: address?.city ? address.lines : addressLines,
});

/** Clearing systems in ISO's list, by country of the bank and kind of code. */
const clearingSystems: Readonly<Record<string, string>> = {
  'GB SORT_CODE': 'GBDSC',
  'IE SORT_CODE': 'IENCC',
  'US ABA': 'USABA',
  'US ROUTING_CODE': 'USABA',
  'AU BSB': 'AUBSB',
  'DE BLZ': 'DEBLZ',
  'IN IFSC': 'INFSC',
  'CN CNAPS': 'CNAPS',
  'HK BANK_CODE': 'HKNCC',
  'SG BANK_CODE': 'SGIBG',
  'ZA BRANCH_CODE': 'ZANCC',
};

function agentOf({ bicSwiftCode, bankName, bankCountryCode, routing }: RailPayment['creditor']): Agent {
  return {
    bic: bicSwiftCode,
    clearing: memberOf(bankCountryCode, routing),
    name: bankName,
    country: bankCountryCode,
  };
}

function memberOf(country: string | null, routing: RailPayment['creditor']['routing']): Agent['clearing'] {
  const codes = new Map(routing.map(({ type, code }) => [type, code]));
  // Canada's routing number is a zero, the institution and the branch.
  const [institution, transit] = [codes.get('INSTITUTION_NUMBER'), codes.get('TRANSIT_NUMBER')];
  if (institution && transit) return { system: 'CACPA', member: `0${institution}${transit}` };
  for (const [type, member] of codes) {
    const system = clearingSystems[`${country} ${type}`];
    if (system) return { system, member };
  }
  return null;
}
