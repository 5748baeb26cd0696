import type { CollectionAccountResource } from '@corridor/inbound-funds-contract';
import { abaRoutingNumber, canadianRoutingNumber, digitsOf, iban, ukAccount } from './account-numbers.js';

/** An account at a bank, and its routing. */
export type Route = Pick<
  CollectionAccountResource,
  | 'accountNumber'
  | 'accountNumberType'
  | 'paymentType'
  | 'routingCode'
  | 'routingCodeType'
  | 'localRoutingCodeType'
> & {
  readonly bank: Bank;
  /** By default the client. */
  readonly accountHolderName?: string;
};

export type Bank = Pick<CollectionAccountResource, 'bankName' | 'bankAddress' | 'bankCountryCode'>;

/** A bank that does not exist. */
const bank = (bankName: string, bankCountryCode: string, ...bankAddress: string[]): Bank => ({
  bankName,
  bankAddress,
  bankCountryCode,
});
const london = bank('Corridor Bank plc', 'GB', '12 Exchange Walk', 'London', 'EC2M 4RB');
const vilnius = bank('Corridor Bank Europe UAB', 'LT', 'Upės g. 9', 'Vilnius', '09308');
const newYork = bank('Corridor Bank N.A.', 'US', '200 Harbor Street', 'New York', 'NY 10004');
const toronto = bank('Corridor Bank of Canada', 'CA', '80 Lakeview Avenue', 'Toronto', 'ON M5J 1A7');

/** Location codes that end in 0 mark test BICs: no real bank is addressed. */
const LONDON_BIC = 'CRDRGB20';
const VILNIUS_BIC = 'CRDRLT20';
const VILNIUS_BANK_CODE = '39900';
const NEW_YORK_ABA = abaRoutingNumber('02609940');
const TORONTO_ROUTING = canadianRoutingNumber('399', '00012');

/** The inputs of account numbers: one text of the client, one of the wallet. */
export interface Seeds {
  readonly client: string;
  readonly wallet: string;
}

/** The currencies that have local routing (interface-spec 1). */
export const localRoutes: Readonly<Record<string, (seeds: Seeds) => Route>> = {
  GBP({ client }) {
    const { sortCode, accountNumber } = ukAccount(client);
    return domestic(london, accountNumber, sortCode, 'SORT_CODE');
  },
  EUR: ({ wallet }) => ({
    ...byIban(vilnius, iban('LT', VILNIUS_BANK_CODE + digitsOf(wallet, 11)), VILNIUS_BIC),
    paymentType: 'REGULAR',
  }),
  USD: ({ wallet }) => domestic(newYork, digitsOf(wallet, 12), NEW_YORK_ABA, 'ABA'),
  CAD: ({ wallet }) => domestic(toronto, digitsOf(wallet, 12), TORONTO_ROUTING, 'CA_ROUTING'),
};

/** One account for all currencies of a client: the IBAN of the account that receives pounds by sort code. */
export function internationalRoute({ client }: Pick<Seeds, 'client'>): Route {
  const { sortCode, accountNumber } = ukAccount(client);
  return byIban(london, iban('GB', LONDON_BIC.slice(0, 4) + sortCode + accountNumber), LONDON_BIC);
}

const domestic = (
  bank: Bank,
  accountNumber: string,
  routingCode: string,
  localRoutingCodeType: 'SORT_CODE' | 'ABA' | 'CA_ROUTING',
): Route => ({
  bank,
  accountNumber,
  accountNumberType: 'ACCOUNT_NUMBER',
  paymentType: 'REGULAR',
  routingCode,
  routingCodeType: localRoutingCodeType === 'SORT_CODE' ? localRoutingCodeType : null,
  localRoutingCodeType,
});

const byIban = (bank: Bank, accountNumber: string, routingCode: string): Route => ({
  bank,
  accountNumber,
  accountNumberType: 'IBAN',
  paymentType: 'PRIORITY',
  routingCode,
  routingCodeType: 'BIC_SWIFT',
  localRoutingCodeType: null,
});
