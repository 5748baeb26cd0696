import { randomInt, randomUUID } from 'node:crypto';
import { until } from '@corridor/testing';
import { britishIban, fileOf, importAccounts } from './collection-accounts.js';
import type { Mutation } from './routes.js';
import { operator } from './system.js';

const bankCredit = () => ({
  accountNumber: 'GB33BUKB20201555555555',
  ccyCode: 'GBP',
  amount: 12.5,
  valueDate: '2026-11-20',
  bankReference: randomUUID(),
  reference: 'Invoice 1042',
  sender: { name: 'Grace Ltd', countryCode: 'GB', accountNumber: '11112222', routingCode: '010004' },
});
const unmatched = async (): Promise<string> =>
  (await operator.post('/operator/v1/bank/credits', bankCredit())).body.data.id as string;
/** A credit on its way back to its sender: the sandbox has no other submissions. */
async function submitted(): Promise<string> {
  const id = await unmatched();
  const returning = await operator.post(`/operator/v1/bank/credits/${id}/return`, {
    reason: 'Nobody knows it.',
  });
  const submission = returning.body.data.returnSubmissionId as string;
  await until(async () => (await operator.get(`/operator/v1/bank/submissions/${submission}`)).status === 200);
  return submission;
}
const aFile = () => ({
  name: 'camt054.xml',
  content: Buffer.from(`A file of the bank: ${randomUUID()}`).toString('base64'),
});
/** The bank of the sandbox reads no files: all are set aside. */
const setAside = async (): Promise<string> =>
  (await operator.post('/operator/v1/bank/files', aFile())).body.data.id as string;
const submission = '/operator/v1/bank/submissions/:id';
const bankSaid = {
  by: 'operator',
  id: submitted,
  body: () => ({ bankReference: 'FT26325ABCD' }),
  opaque: ['bankReference', 'reason'],
} as const;
const anIban = (): string => britishIban(randomInt(100_000_000));

/** The routes of `/operator/v1/bank` that change data. */
export const bankMutations: readonly Mutation[] = [
  {
    method: 'POST',
    route: '/operator/v1/bank/credits',
    by: 'operator',
    body: bankCredit,
    texts: ['reference', 'sender.name'],
    opaque: ['bankReference', 'accountNumber', 'sender.accountNumber', 'sender.routingCode'],
  },
  {
    method: 'POST',
    route: '/operator/v1/bank/credits/:id/match',
    by: 'operator',
    id: unmatched,
    body: ({ clientId }) => ({ clientId }),
  },
  {
    method: 'POST',
    route: '/operator/v1/bank/credits/:id/return',
    by: 'operator',
    id: unmatched,
    body: () => ({ reason: 'Nobody knows it.' }),
    opaque: ['reason'],
  },
  {
    method: 'POST',
    route: '/operator/v1/bank/collection-accounts/import',
    by: 'operator',
    body: () => ({ csv: fileOf('GBP', anIban()) }),
    opaque: ['csv'],
  },
  {
    method: 'POST',
    route: '/operator/v1/bank/collection-accounts/:id/retire',
    by: 'operator',
    id: async () => {
      const iban = anIban();
      await importAccounts(operator, 'GBP', iban);
      const of = `/operator/v1/bank/collection-accounts?q=${encodeURIComponent(`iban == "${iban}"`)}`;
      return (await operator.get(of)).body.data[0].id as string;
    },
    body: () => ({ reason: 'The bank has closed it.' }),
    opaque: ['reason'],
  },
  {
    method: 'POST',
    route: '/operator/v1/bank/files',
    by: 'operator',
    body: aFile,
    opaque: ['name', 'content'],
  },
  { method: 'POST', route: '/operator/v1/bank/files/:id/retry', by: 'operator', id: setAside },
  {
    method: 'POST',
    route: '/operator/v1/bank/files/:id/discard',
    by: 'operator',
    id: setAside,
    body: () => ({ reason: 'Recorded by hand.' }),
    opaque: ['reason'],
  },
  { method: 'POST', route: `${submission}/accept`, ...bankSaid },
  { method: 'POST', route: `${submission}/settle`, ...bankSaid },
  { method: 'POST', route: `${submission}/reject`, ...bankSaid, body: () => ({ reason: 'Account closed.' }) },
  { method: 'POST', route: `${submission}/return`, ...bankSaid, body: () => ({ reason: 'Account closed.' }) },
];
