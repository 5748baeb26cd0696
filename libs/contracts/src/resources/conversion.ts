import {
  ccyCode,
  ccyPair,
  date,
  flag,
  id,
  listOf,
  named,
  nullable,
  number,
  oneOf,
  part,
  text,
  timestamp,
  type RecordOf,
} from '../schema.js';
import { auditHistory, clientReference, historyOf, money } from './parts.js';
import { conversionPayment } from './payment.js';

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
  reference: text(),
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
  metadata: nullable(text()),
  payments: listOf(conversionPayment),
  fundsRequired: money,
  auditHistory,
});
export type ConversionResource = RecordOf<typeof conversion>;

/** What the simulator answers (an extension). */
export const conversionProgress = named('ConversionProgress', {
  id: conversion.properties.id,
  status: conversion.properties.status,
  statusHistory: conversion.properties.statusHistory,
});

/** interface-spec 2.9. `sellRate` ≤ mid ≤ `buyRate`, in quote units for one base unit. */
export const rate = named('Rate', {
  ccyPair,
  baseCcy: ccyCode,
  quoteCcy: ccyCode,
  sellRate: number('Quote units received for selling one base unit.'),
  buyRate: number('Quote units paid to buy one base unit.'),
});
export type RateResource = RecordOf<typeof rate>;
