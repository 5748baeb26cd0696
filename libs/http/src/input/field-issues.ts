import type { FieldIssue } from '@corridor/kernel';
import type { ValidationError } from 'class-validator';
import type { Issue } from './field.js';

export const UNKNOWN_FIELD = { code: 'unknown_field', detail: 'There is no such field.' };

/** The issues that class-validator found, flat, each with its pointer. */
export function fieldIssues(
  errors: readonly ValidationError[],
  pointerOf: (path: string) => string,
  above = '',
): FieldIssue[] {
  return errors.flatMap((error) => {
    const path = `${above}/${escaped(error.property)}`;
    const own = Object.entries(error.constraints ?? {}).flatMap(([name, message]) => read(name, message));
    const issues = own.map(({ at = '', ...issue }) => ({ pointer: pointerOf(path + at), ...issue }));
    return [...distinct(issues), ...fieldIssues(error.children ?? [], pointerOf, path)];
  });
}

function read(constraint: string, message: string): readonly Issue[] {
  if (constraint === 'whitelistValidation') return [UNKNOWN_FIELD];
  if (constraint === 'nestedValidation') return []; // reported by `isRecord`
  return JSON.parse(message) as readonly Issue[];
}

const distinct = (issues: readonly FieldIssue[]) =>
  issues.filter(
    (one, i) => issues.findIndex(({ pointer, code }) => pointer === one.pointer && code === one.code) === i,
  );

/** A name as part of a JSON pointer (RFC 6901), truncated. */
export const escaped = (name: string): string =>
  name.slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1');
