import { type Check, check, issue, field, fine } from './field.js';
import { isStorable } from './storable.js';

export interface TextLength {
  /** In characters (code points), not in UTF-16 units. */
  readonly max: number;
  /** Default 1. With 0 an empty string is allowed. */
  readonly min?: number;
}

export function text({ max, min = 1 }: TextLength): Check {
  // JSON Schema counts code points too.
  const schema = { ...(min > 0 && { minLength: min, pattern: '\\S' }), maxLength: max };
  return check({ type: 'string', ...schema }, (value) => {
    if (typeof value !== 'string') return issue('not_text', 'Must be a string.');
    if (!isStorable(value)) return issue('unprintable', 'Must not contain NUL or an unpaired surrogate.');
    const length = value.length > 2 * max ? Infinity : [...value].length;
    if (length > max) return issue('too_long', `At most ${max} characters.`);
    if (length < min) return issue('too_short', `At least ${min} character${min === 1 ? '' : 's'}.`);
    if (min > 0 && value.trim() === '') return issue('blank', 'Must contain more than white space.');
    return fine;
  });
}

export const IsText = (length: TextLength): PropertyDecorator => field(text(length));
