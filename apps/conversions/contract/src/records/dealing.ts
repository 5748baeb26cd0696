import {
  ccyCode,
  ccyPair,
  clientReference,
  date,
  flag,
  id,
  integer,
  listOf,
  money,
  named,
  nullable,
  number,
  oneOf,
  part,
  type RecordOf,
  text,
  textLike,
  timestamp,
} from '@corridor/contracts';
import { tenors } from '../market/tenor.js';
import { conversion } from './conversion.js';

/** Records for the dealers of Corridor (production.md §5). */

const dealer = nullable(
  part(
    { id: id('stf'), name: textLike('Ines Almeida') },
    'The member of staff; null if Corridor acted on its own.',
  ),
);

/** Why a pair cannot be traded, or could not. */
export const dealingHalt = named('DealingHalt', {
  id: id('hlt'),
  ccyPair: nullable(ccyPair),
  cause: oneOf('STALE', 'JUMP', 'DEALER'),
  status: oneOf('OPEN', 'LIFTED'),
  reason: textLike('Election night'),
  rateBefore: nullable(number('The mid before a jump.')),
  rateAfter: nullable(number('The mid after a jump. A dealer who lifts the halt confirms it.')),
  haltedOn: timestamp,
  haltedBy: dealer,
  liftedOn: nullable(timestamp),
  liftedBy: dealer,
  liftReason: nullable(textLike('The rate is confirmed')),
});
export type DealingHaltResource = RecordOf<typeof dealingHalt>;

/** A rate that dealers have entered. */
export const manualRate = named('ManualRate', {
  id: ccyPair,
  bid: number('Quote units received for one base unit.'),
  ask: number('Quote units paid for one base unit.'),
  enteredOn: timestamp,
  enteredBy: dealer,
  expiresOn: timestamp,
});
export type ManualRateResource = RecordOf<typeof manualRate>;

/** Forward points that dealers have entered for a tenor. */
export const manualPoints = named('ManualPoints', {
  id: text('Pair and tenor.', 'EURUSD-1M'),
  ccyPair,
  tenor: oneOf(...tenors),
  bid: number('Added to the bid, in quote units for one base unit.'),
  ask: number('Added to the ask.'),
  enteredOn: timestamp,
  enteredBy: dealer,
  expiresOn: timestamp,
});
export type ManualPointsResource = RecordOf<typeof manualPoints>;

export const days = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'] as const;
const weeklyTime = nullable(part({ day: oneOf(...days), time: text('In UTC.', '22:00') }));

/** From when to when a pair is closed each week. */
export const dealingHours = named('DealingHours', {
  id: ccyPair,
  closes: weeklyTime,
  opens: weeklyTime,
});
export type DealingHoursResource = RecordOf<typeof dealingHours>;

const dealingRate = named('DealingRate', {
  ccyPair,
  bid: number('Quote units received for one base unit.'),
  mid: number('Between bid and ask.'),
  ask: number('Quote units paid for one base unit.'),
  quotedOn: nullable(timestamp),
  ageSeconds: nullable(integer('Since `quotedOn`.')),
  validUntil: nullable(timestamp),
  isManual: flag('Whether a dealer has entered it.'),
});

const forwardCurve = named(
  'ForwardCurve',
  {
    ccyPair,
    quotedOn: timestamp,
    validUntil: timestamp,
    isStale: flag('Whether it is too old: dates beyond spot are not traded.'),
    points: listOf(
      part({
        tenor: oneOf(...tenors),
        bid: number('Added to the bid, in quote units for one base unit.'),
        ask: number('Added to the ask.'),
      }),
    ),
  },
  'The forward points of a pair, as the source has quoted them. Without any curve (null) later dates are priced like spot.',
);

/** The forward points that are used now, and where they come from. */
export const dealingPoints = named('DealingPoints', {
  source: text('`flat`, `none`, or where the forward points come from.', 'flat'),
  trouble: nullable(text('Why this process has no forward points of the source.')),
  points: listOf(
    part(
      {
        id: text('Pair and tenor.', 'EURUSD-1M'),
        ccyPair,
        tenor: oneOf(...tenors),
        bid: number('Added to the bid, in quote units for one base unit.'),
        ask: number('Added to the ask.'),
        isManual: flag('Whether a dealer has entered them.'),
        enteredBy: dealer,
        quotedOn: timestamp,
        ageSeconds: integer('Since `quotedOn`.'),
        validUntil: timestamp,
        isStale: flag('Whether they are too old: then they are not used.'),
        ofSource: nullable(
          part({ bid: number(), ask: number() }, 'What the source has quoted last for this tenor.'),
        ),
      },
      'By pair, the shortest tenor first.',
    ),
  ),
});
export type DealingPointsResource = RecordOf<typeof dealingPoints>;

/** What is traded now, and what is not. */
export const dealingMarket = named('DealingMarket', {
  source: text('`simulated`, or where the rates come from.', 'simulated'),
  trouble: nullable(text('Why this process has no rates of its source.')),
  oldestAgeSeconds: nullable(integer('The age of the oldest rate that is traded.')),
  openHalts: integer('Halts that are open, of all causes.'),
  haltedPairs: listOf(ccyPair),
  rates: listOf(dealingRate),
  hours: listOf(dealingHours),
  curves: nullable(listOf(forwardCurve)),
  pointsTrouble: nullable(text('Why this process has no forward points of their source.')),
});
export type DealingMarketResource = RecordOf<typeof dealingMarket>;
const change = named('DealingAuditEntry', {
  by: nullable(part({ id: id('stf'), name: textLike('Ines Almeida') }, 'A member of staff.')),
  on: timestamp,
  withApiKey: nullable(id('sk')),
});
export const dealingAuditHistory = named('DealingAuditHistory', {
  version: integer('1 on creation; increases with each change.'),
  created: change,
  updated: change,
});

const exposure = nullable(
  integer('Of unsettled conversions, in whole units of `ccyCode`; null for no limit.'),
);
const deal = nullable(integer('Of one conversion, in whole units of `ccyCode`; null for no limit.'));
const total = nullable(integer('Of the unsettled conversions of all clients; null for no limit.'));

const deposits = part(
  {
    percent: nullable(integer('Of the sold amount.')),
    hours: nullable(integer('After the booking, in which it can be paid.')),
    topUpPercent: nullable(integer('Of the deposit: a loss above it requires a further deposit.')),
  },
  'What is deposited for a conversion that settles after the spot date; null for no own value.',
);

/** The limits of all clients, or of one. */
export const dealingLimits = named('DealingLimits', {
  clientId: nullable(id('cli')),
  ccyCode,
  clientExposure: exposure,
  maximumDeal: deal,
  totalExposure: total,
  deposits,
  auditHistory: nullable(dealingAuditHistory),
});
export type DealingLimitsResource = RecordOf<typeof dealingLimits>;

/** The limits of a client, and what it uses of them. */
export const clientDealingLimits = named('ClientDealingLimits', {
  clientId: id('cli'),
  ccyCode,
  clientExposure: exposure,
  maximumDeal: deal,
  deposits,
  inForce: part({ clientExposure: exposure, maximumDeal: deal, totalExposure: total, deposits }),
  unsettled: nullable(money),
  exposure: nullable(money),
  auditHistory: nullable(dealingAuditHistory),
});

const amountOf = (description: string) => number(`${description} In units of \`ccyCode\`.`);

/** What open trades will bring and take, by currency and value date. */
export const dealingPosition = named('DealingPosition', {
  asOf: timestamp,
  positions: listOf(
    part(
      {
        ccyCode,
        valueDate: date,
        clients: amountOf('Of open conversions: what clients sell, less what they buy.'),
        hedges: amountOf('Of hedges: what is bought, less what is sold.'),
        net: amountOf('Both together: above zero is long.'),
      },
      'By currency, then by value date. Without those in which both are zero.',
    ),
  ),
});
export type DealingPositionResource = RecordOf<typeof dealingPosition>;

/** A trade with a bank or broker that covers what clients have traded. */
export const hedge = named('Hedge', {
  id: id('hdg'),
  status: oneOf('RECORDED', 'CANCELLED'),
  externalReference: text('Of the counterparty; unique among hedges that are not cancelled.', 'FX-2026-1042'),
  counterparty: textLike('First Bank'),
  buyAmount: money,
  sellAmount: money,
  ccyPair,
  rate: number('Quote units for one base unit of `ccyPair`.'),
  valueDate: date,
  recordedOn: timestamp,
  recordedBy: dealer,
  cancelledOn: nullable(timestamp),
  cancelledBy: dealer,
  cancelReason: nullable(textLike('Entered twice')),
});
export type HedgeResource = RecordOf<typeof hedge>;

/** A conversion, as dealers see it. */
export const blotterEntry = named('BlotterEntry', {
  id: id('con'),
  status: conversion.properties.status,
  reference: conversion.properties.reference,
  client: clientReference,
  sellAmount: money,
  buyAmount: money,
  ccyPair,
  rate: number('Of the client: quote units for one base unit.'),
  market: nullable(
    part({ bid: number(), mid: number(), ask: number() }, 'What the market was when the price was made.'),
  ),
  marginPercent: nullable(number('Between `rate` and the mid, in percent of the mid.')),
  margin: nullable(
    part(
      { planId: id('mgp'), basisPoints: number('Hundredths of a percent of the market rate.') },
      'What the margin plan of the client has added; null if it had none.',
    ),
  ),
  valueDate: date,
  tradedOn: timestamp,
  linkedPaymentInstructionId: nullable(id('pi')),
});
