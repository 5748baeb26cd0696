import { isCalendarDate } from '@corridor/kernel';
import type { Field } from './catalogue.js';

/** The value of a condition, of the type of its field. */
export type Operand =
  | { readonly kind: 'text' | 'number' | 'flag'; readonly text: string }
  /** A day in UTC, or a moment with at least three decimals of a second: both compare as text. */
  | { readonly kind: 'day' | 'moment'; readonly text: string };

/** @returns null for a value that the field cannot have */
export function operandOf({ type, values }: Field, value: string): Operand | null {
  switch (type) {
    case 'Id':
    case 'String':
      return { kind: 'text', text: value };
    case 'Enum':
      return values.includes(value) ? { kind: 'text', text: value } : null;
    case 'Boolean':
      return value === 'true' || value === 'false' ? { kind: 'flag', text: value } : null;
    case 'Number':
      return DECIMAL.test(value) ? { kind: 'number', text: value } : null;
    case 'Date':
      return dateOperand(value);
  }
}

export const DECIMAL = /^-?\d{1,30}(\.\d{1,30})?$/;
const MOMENT = /^(\d{4}-\d{2}-\d{2})T((?:[01]\d|2[0-3]):[0-5]\d)(?:(:[0-5]\d)(\.\d{1,9})?)?Z?$/;

function dateOperand(value: string): Operand | null {
  if (isCalendarDate(value)) return { kind: 'day', text: value };
  const [, day = '', time = '', seconds = ':00', fraction = '.'] = MOMENT.exec(value) ?? [];
  return isCalendarDate(day)
    ? { kind: 'moment', text: `${day}T${time}${seconds}${decimals(fraction)}` }
    : null;
}

/** Three decimals as in records, and more only if they are not zero. */
const decimals = (fraction: string): string => fraction.replace(/0+$/, '').padEnd('.000'.length, '0');

/** The format of a value of the field. */
export function expectationOf({ type, values }: Field): string {
  switch (type) {
    case 'Id':
    case 'String':
      return 'text';
    case 'Enum':
      return `one of ${values.join(', ')}`;
    case 'Boolean':
      return '"true" or "false"';
    case 'Number':
      return 'a decimal number such as "1234.5", with at most 30 digits on either side of the point';
    case 'Date':
      return 'a date such as "2026-11-21" or a moment in UTC such as "2026-11-21T09:30:00.123"';
  }
}
