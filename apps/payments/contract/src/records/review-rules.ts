import {
  countryCode,
  flag,
  id,
  integer,
  listOf,
  money,
  named,
  nullable,
  oneOf,
  part,
  type RecordOf,
  textLike,
  timestamp,
} from '@corridor/contracts';

/** Of what staff set as a whole. */
const version = {
  version: integer('0 before staff set one.'),
  setBy: nullable(part({ id: id('stf'), name: textLike('Ines Almeida') }, 'The member of staff who asked.')),
  setOn: nullable(timestamp),
};

/** Of clients, by staff. */
export const ratings = ['LOW', 'MEDIUM', 'HIGH'] as const;

/** What staff review although no list has it. */
export const reviewRules = named('ReviewRules', {
  countries: listOf(countryCode),
  paymentsAbove: nullable(money),
  firstPayments: flag('Payments to a beneficiary to which none was sent.'),
  riskRatings: listOf(oneOf(...ratings)),
  ...version,
});
export type ReviewRulesResource = RecordOf<typeof reviewRules>;
