import { countryCode, flag, listOf, money, named, nullable, oneOf, type RecordOf } from '@corridor/contracts';
import { version } from './version.js';

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
