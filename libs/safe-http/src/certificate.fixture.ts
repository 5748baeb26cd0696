import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

export interface Certificate {
  /** Its common name. */
  readonly subject: string;
  readonly cert: string;
  readonly key: string;
}

export interface Wish {
  readonly names: readonly string[];
  /** Whether it may issue others. */
  readonly isAuthority?: boolean;
  /** Default: P-256. */
  readonly key?: 'RSA';
  /** Default: issued by itself. */
  readonly issuer?: Certificate;
  readonly notBefore?: Date;
  readonly notAfter?: Date;
}

const DAY_MS = 86_400_000;

/** An X.509 certificate and its key, generated at run time, without a tool or a key in the repository. */
export function certificate({
  names,
  isAuthority,
  key,
  issuer,
  notBefore = days(-1),
  notAfter = days(1),
}: Wish): Certificate {
  const { publicKey, privateKey } =
    key === 'RSA'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const subject = names[0] ?? '';
  const body = sequence(
    tagged(0xa0, integer(2)), // version 3
    integer(serial++),
    ECDSA_WITH_SHA256,
    nameOf(issuer?.subject ?? subject),
    sequence(time(notBefore), time(notAfter)),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(alternativeNames(names), ...(isAuthority ? [AUTHORITY] : []))),
  );
  const signature = sign('sha256', body, issuer ? createPrivateKey(issuer.key) : privateKey);
  const der = sequence(body, ECDSA_WITH_SHA256, tagged(0x03, Buffer.from([0]), signature));
  return { subject, cert: pem('CERTIFICATE', der), key: pemOf(privateKey) };
}

/** Issues certificates; whoever trusts its certificate trusts them. */
export const authority = (name: string): Certificate => certificate({ names: [name], isAuthority: true });

export const days = (count: number): Date => new Date(Date.now() + count * DAY_MS);

// -- as much DER as that takes
function tagged(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const size = [content.length >> 8, content.length & 0xff].filter((byte, at) => at > 0 || byte > 0);
  const length = content.length < 128 ? size : [0x80 + size.length, ...size];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}
const sequence = (...parts: readonly Buffer[]) => tagged(0x30, ...parts);
const integer = (value: number) => tagged(0x02, Buffer.from([value]));
const text = (tag: number, value: string) => tagged(tag, Buffer.from(value, 'latin1'));
const oid = (...bytes: number[]) => tagged(0x06, Buffer.from(bytes));
const time = (at: Date) => text(0x18, at.toISOString().replace(/[-:T]|\.\d+/g, ''));
const nameOf = (common: string) => sequence(tagged(0x31, sequence(oid(0x55, 4, 3), text(0x0c, common))));

let serial = 1;
const ECDSA_WITH_SHA256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2));
const extension = (id: Buffer, value: Buffer) => sequence(id, tagged(0x04, value));
const AUTHORITY = extension(oid(0x55, 0x1d, 0x13), sequence(tagged(0x01, Buffer.from([0xff]))));
const alternativeNames = (names: readonly string[]) =>
  extension(oid(0x55, 0x1d, 0x11), sequence(...names.map(alternativeName)));
const alternativeName = (name: string) =>
  /^[\d.]+$/.test(name) ? tagged(0x87, Buffer.from(name.split('.').map(Number))) : text(0x82, name);

const pem = (label: string, der: Buffer) =>
  [
    `-----BEGIN ${label}-----`,
    ...(der.toString('base64').match(/.{1,64}/g) ?? []),
    `-----END ${label}-----`,
    '',
  ].join('\n');
const pemOf = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }) as string;
