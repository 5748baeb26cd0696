import {
  auditHistory,
  ccyCode,
  ccyPair,
  clientReference,
  date,
  flag,
  historyOf,
  id,
  listOf,
  money,
  named,
  nullable,
  number,
  oneOf,
  part,
  type RecordOf,
  textLike,
  timestamp,
} from '@corridor/contracts';
import { schemas as payments } from '@corridor/payments-contract';

const states = ['BOOKED', 'EXCHANGED', 'CANCELLED'] as const;

const deposit = named('Deposit', {
  isRequired: flag(),
  amount: part({ ccyCode: nullable(ccyCode), value: number() }),
  fundByDate: nullable(timestamp),
  status: oneOf('NOT_REQUIRED', 'AWAITING_DEPOSIT', 'DEPOSIT_RECEIVED'),
});

/** interface-spec 2.8 */
export const conversion = named('Conversion', {
  id: id('con'),
  reference: textLike('CON-20261121-000001'),
  client: clientReference,
  buyAmount: money,
  sellAmount: money,
  tradeDate: timestamp,
  fundByDate: timestamp,
  valueDate: date,
  ccyPair,
  rate: number('Quote units for one base unit.'),
  deposit,
  status: oneOf(...states),
  statusHistory: historyOf(...states),
  linkedPaymentInstructionId: nullable(id('pi')),
  metadata: nullable(textLike('{"invoice":1042}')),
  payments: listOf(payments.conversionPayment),
  fundsRequired: money,
  auditHistory,
});
export type ConversionResource = RecordOf<typeof conversion>;

/** The response of the simulator (an extension). */
export const conversionProgress = named('ConversionProgress', {
  id: conversion.properties.id,
  status: conversion.properties.status,
  statusHistory: conversion.properties.statusHistory,
});

/** What a conversion, or a part of it, becomes on another value date (an extension). */
export const dateChangeQuote = named('DateChangeQuote', {
  conversionId: conversion.properties.id,
  isDrawdown: flag('Whether it is for a part, which is drawn down.'),
  valueDate: date,
  fundByDate: timestamp,
  ccyPair,
  rate: number('Quote units for one base unit, to which the amounts come.'),
  sellAmount: money,
  buyAmount: money,
  cost: money,
  expiresOn: timestamp,
});
export type DateChangeQuoteResource = RecordOf<typeof dateChangeQuote>;

/** What it costs to cancel a conversion (an extension). */
export const cancellationQuote = named('CancellationQuote', {
  conversionId: conversion.properties.id,
  ccyPair,
  rate: number('Quote units for one base unit, at which the bought currency is sold again.'),
  proceeds: money,
  loss: money,
  gain: money,
  charge: money,
  transactions: listOf(
    named('CancellationTransaction', {
      triggeredByAction: oneOf('DEPOSIT_REFUND', 'CONVERSION'),
      direction: oneOf('CREDIT', 'DEBIT'),
      amount: money,
    }),
  ),
  expiresOn: timestamp,
});
export type CancellationQuoteResource = RecordOf<typeof cancellationQuote>;
