import type { FieldFault } from '@corridor/kernel';
import type { ValidationError } from 'class-validator';
import type { Fault } from './field.js';

export const UNKNOWN_FIELD = { code: 'unknown_field', detail: 'There is no such field here.' };

/** The faults that class-validator found, flat, each with its pointer. */
export function fieldFaults(
  errors: readonly ValidationError[],
  pointerOf: (path: string) => string,
  above = '',
): FieldFault[] {
  return errors.flatMap((error) => {
    const path = `${above}/${escaped(error.property)}`;
    const own = Object.entries(error.constraints ?? {}).flatMap(([name, message]) => read(name, message));
    const faults = own.map(({ at = '', ...fault }) => ({ pointer: pointerOf(path + at), ...fault }));
    return [...distinct(faults), ...fieldFaults(error.children ?? [], pointerOf, path)];
  });
}

function read(constraint: string, message: string): readonly Fault[] {
  if (constraint === 'whitelistValidation') return [UNKNOWN_FIELD];
  if (constraint === 'nestedValidation') return []; // `isRecord` says it
  return JSON.parse(message) as readonly Fault[];
}

const distinct = (faults: readonly FieldFault[]) =>
  faults.filter(
    (one, i) => faults.findIndex(({ pointer, code }) => pointer === one.pointer && code === one.code) === i,
  );

/** A name as part of a JSON pointer (RFC 6901), kept short. */
export const escaped = (name: string): string =>
  name.slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1');
