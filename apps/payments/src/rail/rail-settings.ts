import { statSync } from 'node:fs';
import type { Clock } from '@corridor/kernel';
import {
  type BankAccounts,
  SIMULATED,
  adapterSetting,
  bankAccountsSetting,
  list,
  optionalSetting,
  settingsOf,
  text,
} from '@corridor/platform';
import type { ConfigType } from '@nestjs/config';
import { type FileRail, Iso20022Rail } from './iso20022/iso20022-rail.js';
import { ManualRail } from './manual-rail.js';
import type { PaymentRail } from './payment-rail.js';
import { SimulatedRail } from './simulated-rail.js';

const BIC = /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/;

function adapterOf(given: string): typeof SIMULATED | 'manual' | 'iso20022' {
  if (given === SIMULATED || given === 'manual' || given === 'iso20022') return given;
  throw new Error(`must be simulated, manual or iso20022, not "${given}"`);
}

function bicOf(given: string): string {
  if (BIC.test(given)) return given;
  throw new Error(`must be a BIC of 8 or 11 characters in upper case, not "${given}"`);
}

function folderOf(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path;
  throw new Error(`must be the path of a folder, not "${path}"`);
}

const dialects = {
  swift: { characters: 'swift' },
  'batch-booking': { batchBooking: true },
  'single-booking': { batchBooking: false },
  'pacs.008': { message: 'pacs.008' },
} as const;

function dialectOf(given: string): Omit<FileRail, 'folder' | 'debtor'> {
  const options = list(given).map((one) => dialects[one as keyof typeof dialects] ?? wrongDialect(one));
  const chosen = Object.assign(
    { characters: 'unicode', batchBooking: null, message: 'pain.001' },
    ...options,
  ) as FileRail['dialect'] & Pick<FileRail, 'message'>;
  const { message, ...dialect } = chosen;
  return { message, dialect };
}

function wrongDialect(one: string): never {
  throw new Error(`must be some of ${Object.keys(dialects).join(', ')}, separated by commas, not "${one}"`);
}

const forFiles = {
  folder: optionalSetting(
    'RAIL_FOLDER',
    '`RAIL=iso20022`: folder for files to the bank (`out`) and from it (`in`); all replicas need the same one',
    folderOf,
  ),
  holder: optionalSetting(
    'RAIL_HOLDER',
    '`RAIL=iso20022`: in whose name the accounts are from which payments leave',
    text,
  ),
  accounts: bankAccountsSetting,
} as const;

export const railSettings = settingsOf(
  'rail',
  {
    adapter: adapterSetting(
      'RAIL',
      'payment rail',
      'how payments leave: `manual` (staff key them into the portal of the bank), `iso20022` (files), or `simulated`',
      adapterOf,
      { production: 'manual' },
    ),
    bic: optionalSetting(
      'BANK_BIC',
      'BIC of the bank that sends the payments; needed unless they are simulated',
      bicOf,
    ),
    ...forFiles,
    dialect: optionalSetting(
      'RAIL_DIALECT',
      '`RAIL=iso20022`: what the bank wants, separated by commas: `swift` (SWIFT characters only), `batch-booking` or `single-booking`, `pacs.008` (the operator is a bank)',
      dialectOf,
    ),
  },
  (given) => {
    const missing =
      given.adapter === SIMULATED || given.bic !== null
        ? []
        : ['BANK_BIC must be set: the BIC of the bank that sends the payments'];
    if (given.adapter !== 'iso20022') return missing;
    const names = (Object.keys(forFiles) as (keyof typeof forFiles)[]).filter((name) => given[name] === null);
    return [...missing, ...names.map((name) => `${forFiles[name].name} must be set with RAIL=iso20022`)];
  },
);

const firstOf = (accounts: BankAccounts): ReadonlyMap<string, string> =>
  new Map([...accounts].map(([ccyCode, [first = '']]) => [ccyCode, first]));

/** The adapter that RAIL names. */
export function railFrom(
  { adapter, bic, folder, holder, accounts, dialect }: ConfigType<typeof railSettings>,
  clock: Clock,
): PaymentRail {
  if (adapter === 'manual' && bic) return new ManualRail(bic);
  if (adapter !== 'iso20022' || !bic || !folder || !holder || !accounts) return new SimulatedRail();
  return new Iso20022Rail(
    { folder, debtor: { holder, bic, accounts: firstOf(accounts) }, ...(dialect ?? dialectOf('')) },
    clock,
  );
}
