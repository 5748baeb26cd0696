import {
  ccyCode,
  id,
  integer,
  money,
  named,
  nullable,
  part,
  type RecordOf,
  textLike,
  timestamp,
} from '@corridor/contracts';

const change = named('DealingAuditEntry', {
  by: nullable(part({ id: id('stf'), name: textLike('Ines Almeida') }, 'A member of staff.')),
  on: timestamp,
  withApiKey: nullable(id('sk')),
});
const auditHistory = named('DealingAuditHistory', {
  version: integer('1 on creation; increases with each change.'),
  created: change,
  updated: change,
});

const exposure = nullable(
  integer('Of unsettled conversions, in whole units of `ccyCode`; null for no limit.'),
);
const deal = nullable(integer('Of one conversion, in whole units of `ccyCode`; null for no limit.'));
const total = nullable(integer('Of the unsettled conversions of all clients; null for no limit.'));

/** The limits of all clients, or of one. */
export const dealingLimits = named('DealingLimits', {
  clientId: nullable(id('cli')),
  ccyCode,
  clientExposure: exposure,
  maximumDeal: deal,
  totalExposure: total,
  auditHistory: nullable(auditHistory),
});
export type DealingLimitsResource = RecordOf<typeof dealingLimits>;

/** The limits of a client, and what it uses of them. */
export const clientDealingLimits = named('ClientDealingLimits', {
  clientId: id('cli'),
  ccyCode,
  clientExposure: exposure,
  maximumDeal: deal,
  inForce: part({ clientExposure: exposure, maximumDeal: deal, totalExposure: total }),
  unsettled: nullable(money),
  exposure: nullable(money),
  auditHistory: nullable(auditHistory),
});
