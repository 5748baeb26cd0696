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
  textLike,
} from '@corridor/contracts';

const states = ['PENDING', 'CREDITED', 'REJECTED'] as const;

/** interface-spec 2.6 */
export const inboundFunds = named('InboundFunds', {
  id: id('if'),
  reference: textLike('IF-20261121-000001'),
  client: clientReference,
  amount: money,
  narrative: nullable(textLike('Invoice 1042')),
  creditsOn: date,
  sender: part({
    raw: nullable(textLike('ACME LTD 20-00-00 55779911')),
    name: nullable(textLike('Acme Ltd')),
    ultimateDebtor: nullable(
      text('On whose behalf the sender pays, if the bank names it.', 'Acme Holding Ltd'),
    ),
    address: nullable(textLike('1 Harbour Street, Bristol')),
    countryCode: nullable(textLike('GB')),
    accountNumber: nullable(textLike('55779911')),
    bicSwiftCode: nullable(textLike('BUKBGB22')),
    routingCode: nullable(textLike('200000')),
  }),
  receivingAccountNumber: textLike('12345678'),
  receivingAccountIban: nullable(textLike('GB29NWBK60161331926819')),
  linkedFundingAccountId: nullable(
    text(
      'The account that it is pulled from; null if somebody else has sent it.',
      'lfa_01KDVDNA00C4S4H25DC29Q19RT',
    ),
  ),
  status: oneOf(...states),
  statusHistory: historyOf(...states),
});
export type InboundFundsResource = RecordOf<typeof inboundFunds>;
