import {
  ccyCode,
  clientReference,
  countryCode,
  flag,
  id,
  integer,
  listOf,
  named,
  nullable,
  oneOf,
  part,
  type RecordOf,
  text,
  textLike,
  timestamp,
} from '@corridor/contracts';
import { Type } from 'typebox';

const states = ['FREE', 'ALLOCATED', 'RETIRED'] as const;
const currency = nullable(ccyCode);

/** A virtual account that the bank has issued to the operator, to be given to one client (production.md §6). Only staff see it. */
export const poolAccount = named('PoolAccount', {
  id: id('pca'),
  status: oneOf(...states),
  ccyCode: currency,
  countryCode,
  iban: nullable(textLike('GB29NWBK60161331926819')),
  bicSwiftCode: nullable(textLike('NWBKGB2L')),
  accountNumber: nullable(text('For payments within the country.', '31926819')),
  routingCode: nullable(text('Sort code, ABA routing number or Canadian routing number.', '601613')),
  bankName: textLike('Harbour Bank'),
  bankAddress: listOf(textLike('1 Harbour Street')),
  accountHolderName: nullable(text('Null if the account is in the name of its client.', 'Acme Payments Ltd')),
  client: nullable(clientReference),
  walletId: nullable(id('wal')),
  history: listOf(
    part(
      {
        status: oneOf(...states),
        reason: nullable(textLike('The bank has closed it.')),
        by: nullable(part({ id: id('stf'), name: textLike('Ines Almeida') })),
        on: timestamp,
      },
      'One entry for each status reached, oldest first.',
    ),
  ),
  createdOn: timestamp,
});
export type PoolAccountResource = RecordOf<typeof poolAccount>;

/** What became of the lines of a bank's file. */
export const poolImport = named('PoolImport', {
  id: id('pim'),
  added: integer('Accounts that are new.'),
  alreadyThere: integer('Accounts that the pools have, with the same details.'),
  refused: listOf(
    part({
      line: integer('The first line of the file is 1.'),
      reason: textLike('iban has a wrong check digit'),
    }),
  ),
  createdOn: timestamp,
});
export type PoolImportResource = RecordOf<typeof poolImport>;

/** The accounts of one currency; those for every currency are a pool of their own, with the currency null. */
export const poolLevel = named('PoolLevel', {
  ccyCode: currency,
  free: integer(),
  allocated: integer(),
  retired: integer(),
  waiting: integer('Wallets in this currency that wait for an account.'),
  isLow: flag('Fewer are free than `COLLECTION_ACCOUNTS_LOW`.'),
  hasEnded: flag('All are retired: wallets that had one wait until others are imported.'),
});
export const poolLevels = Type.Array(poolLevel);
export type PoolLevelResource = RecordOf<typeof poolLevel>;

/** A wallet for which no collection account was free when it was opened, or when its account was retired. */
export const accountRequest = named('CollectionAccountRequest', {
  id: id('car'),
  status: oneOf('WAITING', 'FULFILLED', 'WITHDRAWN'),
  client: clientReference,
  walletId: id('wal'),
  ccyCode,
  createdOn: timestamp,
  fulfilledOn: nullable(timestamp),
});
export type AccountRequestResource = RecordOf<typeof accountRequest>;
