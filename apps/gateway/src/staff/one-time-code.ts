import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Time-based one-time codes (RFC 6238) as every authenticator app makes them: SHA-1, six digits, 30 seconds. */

const STEP_SECONDS = 30;
const DIGITS = 6;
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;
/** A clock may be wrong by this many steps in either direction. */
const TOLERANCE = 1;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base32 (RFC 4648) without padding; 20 bytes are 32 characters. */
export function newAuthenticatorSecret(): string {
  const bits = [...randomBytes(SECRET_BYTES)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => BASE32[parseInt(five, 2)]).join('');
}

function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => parseInt(eight, 2)));
}

export const stepAt = (time: Date): number => Math.floor(time.getTime() / 1000 / STEP_SECONDS);

/** The code of a time step (RFC 4226, 5.3). */
export function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const number = mac.readUInt32BE(mac.readUInt8(mac.length - 1) & 0xf) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** The step near the time that has this code, or null. Takes the same time for every code. */
export function stepOfCode(secret: string, code: string, time: Date): number | null {
  let found: number | null = null;
  const isOne = /^\d{6}$/.test(code);
  const sent = Buffer.from(isOne ? code : ' '.repeat(DIGITS));
  for (let step = stepAt(time) - TOLERANCE; step <= stepAt(time) + TOLERANCE; step++) {
    const isSame = timingSafeEqual(Buffer.from(codeOf(secret, step)), sent);
    if (isSame) found = step;
  }
  return found;
}

/** For a QR code that authenticator apps read. */
export const authenticatorUri = (email: string, secret: string): string =>
  `otpauth://totp/Corridor:${encodeURIComponent(email)}?secret=${secret}&issuer=Corridor`;
