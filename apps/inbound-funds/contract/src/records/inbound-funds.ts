import {
  clientReference,
  date,
  historyOf,
  id,
  money,
  named,
  nullable,
  oneOf,
  part,
  type RecordOf,
  text,
} from '@corridor/contracts';

const states = ['PENDING', 'CREDITED', 'REJECTED'] as const;

/** interface-spec 2.6 */
export const inboundFunds = named('InboundFunds', {
  id: id('if'),
  reference: text(),
  client: clientReference,
  amount: money,
  narrative: nullable(text()),
  creditsOn: date,
  sender: part({
    raw: nullable(text()),
    name: nullable(text()),
    address: nullable(text()),
    countryCode: nullable(text()),
    accountNumber: nullable(text()),
    bicSwiftCode: nullable(text()),
    routingCode: nullable(text()),
  }),
  receivingAccountNumber: text(),
  receivingAccountIban: nullable(text()),
  status: oneOf(...states),
  statusHistory: historyOf(...states),
});
export type InboundFundsResource = RecordOf<typeof inboundFunds>;
