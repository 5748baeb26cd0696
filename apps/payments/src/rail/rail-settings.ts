import { statSync } from 'node:fs';
import type { Clock } from '@corridor/kernel';
import {
  type BankAccounts,
  SIMULATED,
  adapterSetting,
  bankAccountsSetting,
  fileSecret,
  fileText,
  integerSetting,
  list,
  optionalSetting,
  setting,
  settingsOf,
  text,
} from '@corridor/platform';
import type { ConfigType } from '@nestjs/config';
import { achFrom, achSettings, missingForAch } from './ach-settings.js';
import { type CutOffs, cutOffsOf } from './cut-offs.js';
import { byProvider, httpRailFrom, missingOfProvider } from './http/http-settings.js';
import { Files, join } from './iso20022/files.js';
import { type FileRail, Iso20022Rail } from './iso20022/iso20022-rail.js';
import { SftpExchange, type SftpServer } from './iso20022/sftp-exchange.js';
import { ManualRail } from './manual-rail.js';
import type { PaymentRail } from './payment-rail.js';
import type { SentPayments } from './sent-payments.js';
import { SimulatedRail } from './simulated-rail.js';

const BIC = /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/;

function adapterOf(given: string): typeof SIMULATED | 'manual' | 'iso20022' | 'http' {
  if (given === SIMULATED || given === 'manual' || given === 'iso20022' || given === 'http') return given;
  throw new Error(`must be simulated, manual, iso20022 or http, not "${given}"`);
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
  'match-amounts': { matchesAmounts: true },
} as const;

function dialectOf(given: string): Omit<FileRail, 'folder' | 'server' | 'debtor'> {
  const options = list(given).map((one) => dialects[one as keyof typeof dialects] ?? wrongDialect(one));
  const chosen = Object.assign(
    { characters: 'unicode', batchBooking: null, message: 'pain.001', matchesAmounts: false },
    ...options,
  ) as FileRail['dialect'] & Pick<FileRail, 'message' | 'matchesAmounts'>;
  const { message, matchesAmounts = false, ...dialect } = chosen;
  return { message, matchesAmounts, dialect };
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

function serverOf(given: string): Pick<SftpServer, 'host' | 'port' | 'user'> {
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url?.protocol !== 'sftp:' || !url.hostname || !url.username || url.password || url.pathname.length > 1)
    throw new Error(`must be a server such as sftp://corridor@sftp.bank.example:22, not "${given}"`);
  return { host: url.hostname, port: Number(url.port || 22), user: decodeURIComponent(url.username) };
}

function hostKeysOf(given: string): readonly string[] {
  const keys = list(given);
  if (keys.length > 0 && keys.every((one) => /^SHA256:[A-Za-z0-9+/]{43}$/.test(one))) return keys;
  throw new Error('must be fingerprints as `ssh-keygen -l` shows them, `SHA256:…`, separated by commas');
}

const onServer = {
  server: optionalSetting(
    'RAIL_SFTP',
    '`RAIL=iso20022`: the server of the bank, `sftp://corridor@sftp.bank.example:22`; without it the bank reads and writes `RAIL_FOLDER`',
    serverOf,
  ),
  hostKeys: optionalSetting(
    'RAIL_SFTP_HOST_KEYS',
    '`RAIL_SFTP`: the fingerprints that the bank has told, `SHA256:…`, separated by commas; there is no connection to a server with another key',
    hostKeysOf,
  ),
  key: optionalSetting(
    'RAIL_SFTP_KEY_FILE',
    '`RAIL_SFTP`: path of the private key; it or `RAIL_SFTP_PASSWORD_FILE` is needed',
    fileText,
  ),
  password: optionalSetting(
    'RAIL_SFTP_PASSWORD_FILE',
    '`RAIL_SFTP`: path of a file with the password',
    fileSecret,
  ),
  out: setting('RAIL_SFTP_OUT', 'out', '`RAIL_SFTP`: folder on the server for files to the bank', text),
  in: setting('RAIL_SFTP_IN', 'in', '`RAIL_SFTP`: folder on the server for files from the bank', text),
  everySeconds: integerSetting(
    'RAIL_SFTP_EVERY_SECONDS',
    30,
    '`RAIL_SFTP`: how often the server is asked for files from the bank',
    { most: 3600 },
  ),
} as const;

type OnServer = {
  readonly [Name in keyof typeof onServer]: ReturnType<(typeof onServer)[Name]['read']>;
};

export const railSettings = settingsOf(
  'rail',
  {
    adapter: adapterSetting(
      'RAIL',
      'payment rail',
      'how payments leave: `manual` (staff key them into the portal of the bank), `iso20022` (files), `http` (the interface of a provider), or `simulated`',
      adapterOf,
      { production: 'manual' },
    ),
    bic: optionalSetting(
      'BANK_BIC',
      'BIC of the bank that sends the payments; needed unless they are simulated',
      bicOf,
    ),
    batchSize: integerSetting(
      'RAIL_BATCH_SIZE',
      500,
      'payments that are handed to the bank together at most: those of one file',
      { most: 5_000 },
    ),
    ...forFiles,
    ...onServer,
    ...achSettings,
    ...byProvider,
    cutOffs: setting(
      'RAIL_CUT_OFFS',
      '',
      '`RAIL=iso20022`: until when the bank executes payments in a currency on the same banking day: `EUR=15:30 Europe/Berlin,USD=17:00 America/New_York`; what it gets later has the next banking day as its execution date. Other currencies have the date on which they are sent',
      cutOffsOf,
    ),
    dialect: optionalSetting(
      'RAIL_DIALECT',
      '`RAIL=iso20022`: what the bank wants, separated by commas: `swift` (SWIFT characters only), `batch-booking` or `single-booking`, `pacs.008` (the operator is a bank), `match-amounts` (bookings without any id are matched by account and amount)',
      dialectOf,
    ),
  },
  (given) => {
    const missing =
      given.adapter === SIMULATED || given.bic !== null
        ? []
        : ['BANK_BIC must be set: the BIC of the bank that sends the payments'];
    if (given.adapter === 'http') return [...missing, ...missingOfProvider(given)];
    if (given.adapter !== 'iso20022') return missing;
    const names = (Object.keys(forFiles) as (keyof typeof forFiles)[]).filter((name) => given[name] === null);
    return [
      ...missing,
      ...names.map((name) => `${forFiles[name].name} must be set with RAIL=iso20022`),
      ...missingOnServer(given),
      ...missingForAch(given),
      ...withoutAccount(given),
    ];
  },
);

function withoutAccount({
  cutOffs,
  accounts,
}: {
  cutOffs?: CutOffs;
  accounts?: BankAccounts | null;
}): string[] {
  return [...(cutOffs?.keys() ?? [])]
    .filter((ccyCode) => accounts && !accounts.has(ccyCode))
    .map((ccyCode) => `RAIL_CUT_OFFS has ${ccyCode}, and RAIL_ACCOUNTS has no account in it`);
}

function missingOnServer({ server, hostKeys, key, password }: Partial<OnServer>): string[] {
  if (!server) return [];
  const hasOne = (key === null) !== (password === null);
  return [
    ...(hostKeys === null ? ['RAIL_SFTP_HOST_KEYS must be set with RAIL_SFTP'] : []),
    ...(hasOne
      ? []
      : ['RAIL_SFTP_KEY_FILE or RAIL_SFTP_PASSWORD_FILE must be set with RAIL_SFTP, and not both']),
  ];
}

/** Null without a server of the bank. */
export function exchangeFrom(given: OnServer, folder: string, clock: Clock): FileRail['server'] {
  const { server, hostKeys, key, password } = given;
  if (!server || !hostKeys) return null;
  const credential = key === null ? { password: password ?? '' } : { privateKey: key };
  const { out, in: arriving, everySeconds } = given;
  const at = { ...server, hostKeys, credential, out, in: arriving };
  return {
    exchange: new SftpExchange(at, join(folder, 'fetched'), new Files(), clock),
    everyMs: everySeconds * 1000,
  };
}

const firstOf = (accounts: BankAccounts): ReadonlyMap<string, string> =>
  new Map([...accounts].map(([ccyCode, [first = '']]) => [ccyCode, first]));

/** The adapter that RAIL names. */
export function railFrom(
  { adapter, bic, folder, holder, accounts, cutOffs, dialect, ...given }: ConfigType<typeof railSettings>,
  clock: Clock,
  sent: SentPayments,
): PaymentRail {
  if (adapter === 'manual' && bic) return new ManualRail(bic);
  if (adapter === 'http' && bic) return httpRailFrom(given, bic, accounts, clock);
  if (adapter === SIMULATED) return new SimulatedRail();
  if (adapter !== 'iso20022' || !bic || !folder || !holder || !accounts)
    throw new Error(`RAIL=${adapter} makes no rail: \`railFrom\` does not know it, or lacks its settings`);
  return new Iso20022Rail(
    {
      ...{
        folder,
        server: exchangeFrom(given, folder, clock),
        ach: achFrom(given, holder),
        debtor: { holder, bic, accounts: firstOf(accounts) },
        accounts,
        cutOffs,
      },
      ...(dialect ?? dialectOf('')),
    },
    clock,
    undefined,
    sent,
  );
}
