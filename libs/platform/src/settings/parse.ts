import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';

/** Parsers of settings. Each throws an Error that says what is expected: `must be …`. */

export const text = (given: string): string => given;

/** Below the maximum delay of a timer in milliseconds, which has ten digits. */
const MOST = 999_999_999;

export const wholeNumber =
  (least: number, most = MOST) =>
  (given: string): number => {
    const isWithin = /^\d{1,9}$/.test(given) && Number(given) >= least && Number(given) <= most;
    if (!isWithin) throw new Error(`must be a whole number from ${least} to ${most}, not "${given}"`);
    return Number(given);
  };

/** From 0 to 1. */
export function share(given: string): number {
  if (!/^(0(\.\d+)?|1(\.0+)?)$/.test(given)) throw new Error('must be a number from 0 to 1, such as 0.1');
  return Number(given);
}

export const oneOf =
  <const Value extends string>(...values: readonly Value[]) =>
  (given: string): Value => {
    const found = values.find((value) => value === given);
    if (!found) throw new Error(`must be one of ${values.join(', ')}, not "${given}"`);
    return found;
  };

export const flag = (given: string): boolean => oneOf('false', 'true')(given) === 'true';

/** Values separated by commas; empty ones are omitted. */
export const list = (given: string): readonly string[] => given.split(',').filter(Boolean);

/** An address with one of these schemes. The message does not show it, because an address can contain a password. */
export const address =
  (...schemes: readonly string[]) =>
  (given: string): string => {
    const isKnown = URL.canParse(given) && schemes.includes(new URL(given).protocol.slice(0, -1));
    if (!isKnown) throw new Error(`must be an address that begins with ${schemes.join(':// or ')}://`);
    return given;
  };

const postgres = address('postgres', 'postgresql');

/** The address of a Postgres, whose file of certificates can be read. */
export function postgresAddress(given: string): string {
  const file = new URL(postgres(given)).searchParams.get('sslrootcert');
  if (file !== null) fileText(file, 'must name in sslrootcert a file');
  return given;
}

/** The address of a bank or provider, which gets a credential: https, or http on this machine. */
export function providerAddress(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : null;
  const isHere = url?.protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
  if (!url || (url.protocol !== 'https:' && !isHere) || url.username || url.search || url.hash)
    throw new Error('must be an address such as https://api.bank.example/v1; http only on this machine');
  return given;
}

/** An IP address, or the name of a host. A name that ends with a number would be a malformed IP address. */
export function hostName(given: string): string {
  const isName =
    /^(?=.{1,253}$)([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)*(?!\d+$)[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/i.test(given);
  if (isIP(given) === 0 && !isName) throw new Error(`must be an IP address or a host name, not "${given}"`);
  return given;
}

/**
 * IP addresses and ranges of them (`10.0.0.0/8`), separated by commas. Not the range of all addresses: whoever trusts
 * everybody believes whatever a client says.
 */
export function addressRanges(given: string): readonly string[] {
  const ranges = list(given).map((one) => one.trim());
  const wrong = ranges.find((one) => !isRange(one));
  if (wrong !== undefined)
    throw new Error(`must be IP addresses or ranges such as 10.0.0.0/8, separated by commas, not "${wrong}"`);
  return ranges;
}

function isRange(given: string): boolean {
  const [address = '', bits, ...more] = given.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** A secret with a minimum length, so that it cannot be guessed. */
export const bytes =
  (least: number) =>
  (given: string): string => {
    if (Buffer.byteLength(given) < least) throw new Error(`must have at least ${least} bytes`);
    return given;
  };

/** Secrets separated by commas, each with a minimum length. */
export const secrets =
  (least: number) =>
  (given: string): readonly [string, ...string[]] => {
    const all = given.split(',').map((one) => one.trim());
    if (all.some((one) => Buffer.byteLength(one) < least))
      throw new Error(
        all.length === 1
          ? `must have at least ${least} bytes`
          : `must have at least ${least} bytes in each of its secrets, which commas separate`,
      );
    return all as [string, ...string[]];
  };

export const characters =
  (least: number) =>
  (given: string): string => {
    if (given.length < least) throw new Error(`must have at least ${least} characters`);
    return given;
  };

/** The text of the file at a path. @param what begins the error */
export function fileText(path: string, what = 'must be the path of a file'): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`${what} that can be read: ${message}`, { cause: error });
  }
}

/** A secret in the file at a path, without the end of its line. */
export const fileSecret = (path: string): string => fileText(path).replace(/\r?\n$/, '');

/** Headers in the file at a path, such as `Authorization: Bearer …`, each on a line. The message shows none of them. */
export function fileHeaders(path: string): Readonly<Record<string, string>> {
  const lines = fileSecret(path).split(/\r?\n/);
  const headers = lines.map((line, n) => {
    const [, name, value] = /^([\w-]+):\s*([\x20-\x7e]*[\x21-\x7e])$/.exec(line) ?? [];
    if (!name || !value)
      throw new Error(
        `must be the path of a file with a header such as "Name: value" on each line: line ${n + 1} is none`,
      );
    return [name, value] as const;
  });
  return Object.fromEntries(headers);
}
