/** Identifier prefixes: interface-spec 2.1. */
export const prefixes = {
  paymentInstruction: 'pi',
  payment: 'pmt',
  beneficiary: 'ben',
  beneficiarySnapshot: 'bss',
  conversion: 'con',
  wallet: 'wal',
  collectionAccount: 'ca',
  inboundFunds: 'if',
  transaction: 'txn',
  client: 'cli',
  user: 'usr',
  clientUser: 'cu',
  apiKey: 'ak',
  webhookSubscription: 'whs',
  webhookNotification: 'whn',
} as const;

export type IdPrefix = (typeof prefixes)[keyof typeof prefixes];

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * A time-ordered id: prefix, then 10 characters of milliseconds and 16 of chance in Crockford's base 32 (a ULID).
 * @param random at least 10 random bytes
 */
export function makeId(prefix: IdPrefix, nowMs: number, random: Uint8Array): string {
  let text = '';
  for (let ms = nowMs, i = 0; i < 10; i++, ms = Math.floor(ms / 32)) text = CROCKFORD[ms % 32] + text;
  let bits = random.slice(0, 10).reduce((all, byte) => (all << 8n) | BigInt(byte), 0n);
  let chance = '';
  for (let i = 0; i < 16; i++, bits >>= 5n) chance = CROCKFORD[Number(bits & 31n)] + chance;
  return `${prefix}_${text}${chance}`;
}

export const hasPrefix = (prefix: IdPrefix, id: string): boolean =>
  new RegExp(`^${prefix}_[0-9A-HJKMNP-TV-Z]{26}$`).test(id);
