import {
  ccyCode,
  ccyPair,
  id,
  integer,
  listOf,
  named,
  nullable,
  number,
  oneOf,
  type RecordOf,
  textLike,
} from '@corridor/contracts';
import { tenors } from '../market/tenor.js';
import { dealingAuditHistory } from './dealing.js';

const basisPoints = number('Hundredths of a percent of the market rate, against the client.');

/** What clients with the plan pay on top of the market. */
export const marginPlan = named('MarginPlan', {
  id: id('mgp'),
  name: textLike('Standard'),
  basisPoints,
  rules: listOf(
    named(
      'MarginRule',
      {
        ccyPair: nullable(ccyPair),
        ccyCode: nullable(ccyCode),
        maximumSize: nullable(integer('In whole EUR, at the mid of the market; null for any amount.')),
        maximumTenor: nullable(oneOf(...tenors)),
        basisPoints,
      },
      'For one pair, for all pairs of a currency, or for any; up to a size, and up to a tenor from the spot date.',
    ),
  ),
  maximumSlippage: nullable(
    number(
      'How many basis points an instruction may be filled worse than at its indicative price; beyond, it waits for a dealer or for the client. Null as for all clients; without that, no bound.',
    ),
  ),
  auditHistory: dealingAuditHistory,
});
export type MarginPlanResource = RecordOf<typeof marginPlan>;

/** Which plan a client has, or all clients without their own. */
export const clientMarginPlan = named('ClientMarginPlan', {
  clientId: nullable(id('cli')),
  marginPlanId: nullable(id('mgp')),
  inForce: nullable(id('mgp')),
  auditHistory: nullable(dealingAuditHistory),
});
export type ClientMarginPlanResource = RecordOf<typeof clientMarginPlan>;
