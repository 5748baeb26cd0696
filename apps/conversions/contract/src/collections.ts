import type { Collection } from '@corridor/contracts';
import { conversion } from './records/conversion.js';
import { quote } from './records/quote.js';

/** The searchable collections, by default newest first (decisions §5). */
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
      'buyAmount.value',
      'sellAmount.value',
      'auditHistory.created.on',
      'auditHistory.updated.on',
      'reference',
      'metadata',
    ],
  },
  quotes: {
    name: 'quotes',
    permission: 'conversions:read',
    item: quote,
    order: ['auditHistory.created.on:DESC'],
    indexed: ['id', 'client.id', 'status', 'sellCcyCode', 'buyCcyCode', 'auditHistory.created.on'],
  },
} as const satisfies Readonly<Record<string, Collection>>;
