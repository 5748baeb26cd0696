import { makeId } from '@corridor/kernel';

/** Of a file of the bank: the same content is one file, whatever its name. @param digest SHA-256, in hexadecimal digits */
export const bankFileIdOf = (digest: string): string => makeId('bf', 0, Buffer.from(digest, 'hex'));
