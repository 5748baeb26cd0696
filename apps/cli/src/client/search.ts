import type { Corridor, Search, SearchQuery } from '@corridor/sdk';
import type { Response } from '../request.js';
import { UsageError } from '../usage-error.js';
import { type Call, type ClientCommand, type Outcome, textOf } from './client-command.js';

/** What can be searched, by the name that it has in the path. */
const COLLECTIONS: Readonly<
  Record<string, (corridor: Corridor, query: SearchQuery) => Search<{ readonly id: string }>>
> = {
  beneficiaries: (corridor, query) => corridor.searchBeneficiaries(query),
  conversions: (corridor, query) => corridor.searchConversions(query),
  'inbound-funds': (corridor, query) => corridor.searchInboundFunds(query),
  'linked-funding-accounts': (corridor, query) => corridor.searchLinkedFundingAccounts(query),
  'payment-instructions': (corridor, query) => corridor.searchPaymentInstructions(query),
  payments: (corridor, query) => corridor.searchPayments(query),
  quotes: (corridor, query) => corridor.searchQuotes(query),
  'request-log': (corridor, query) => corridor.searchRequestLog(query),
  transactions: (corridor, query) => corridor.searchTransactions(query),
  users: (corridor, query) => corridor.searchOwnUsers(query),
  wallets: (corridor, query) => corridor.searchWallets(query),
  'webhook-notifications': (corridor, query) => corridor.searchWebhookNotifications(query),
  'webhook-subscriptions': (corridor, query) => corridor.searchWebhookSubscriptions(query),
};

export const search: ClientCommand = {
  words: ['search'],
  parameters: ['<collection>', '[query]'],
  candidates: Object.keys(COLLECTIONS),
  summary: 'Searches records',
  description: 'A query is such as: AND(status == "SENT",amount >= "1000")',
  options: {
    'sort-by': { value: 'order', text: 'such as createdOn:DESC' },
    limit: { value: 'number', text: 'of records in a page (default: 25)' },
    all: { text: 'shows all pages' },
  },
  run: find,
};

async function find(call: Call): Promise<Outcome> {
  const { corridor, parameters, values, terminal } = call;
  const [collection = '', q] = parameters;
  const [sortBy, limit] = [textOf(call, 'sort-by'), textOf(call, 'limit')];
  if (limit !== undefined && !/^\d{1,4}$/.test(limit))
    throw new UsageError(`--limit must be a number, not "${limit}"`);
  const query = { ...(q && { q }), ...(sortBy && { sortBy }), ...(limit && { limit: Number(limit) }) };
  const found = COLLECTIONS[collection]?.(corridor, query) as Search<{ readonly id: string }>;
  if (!values['all']) return { response: (await found) as unknown as Response };
  const records = [];
  for await (const { data, meta } of found.pages()) {
    records.push(...data);
    if (meta.nextCursor) terminal.say(`${records.length} of ${meta.totalCount}\n`);
  }
  return { response: { data: records } };
}
