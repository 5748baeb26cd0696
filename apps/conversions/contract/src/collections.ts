import type { Collection } from '@corridor/contracts';
import { conversion } from './records/conversion.js';

/** What clients can search, the newest first by default (decisions §5). */
export const collections = {
  conversions: {
    name: 'conversions',
    item: conversion,
    order: ['auditHistory.created.on:DESC'],
    indexed: [
      'id',
      'client.id',
      'status',
      'buyAmount.ccyCode',
      'sellAmount.ccyCode',
      'valueDate',
      'tradeDate',
      'linkedPaymentInstructionId',
      'auditHistory.created.on',
    ],
  },
} as const satisfies Readonly<Record<string, Collection>>;
