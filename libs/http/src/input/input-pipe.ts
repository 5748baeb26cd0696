import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { type FieldIssue, refuse } from '@corridor/kernel';
import { isRecord } from './field.js';
import { UNKNOWN_FIELD } from './field-issues.js';
import { type InputClass, InputReader } from './input-class.js';
import { isList } from './is-list.js';
import { isMagic } from './magic-names.js';
import { isStorable } from './storable.js';

/** A hostile body can have a thousand unknown fields; the response lists at most this many issues. */
const MAX_FAULTS = 50;

/** Validates the body, the query and path parameters. All issues are reported at once, including unknown fields. */
@Injectable()
export class InputPipe implements PipeTransform {
  transform(value: unknown, { type, metatype, data }: ArgumentMetadata): unknown {
    if (type === 'param') return pathParameter(value);
    if (type === 'custom') return value;
    if (data !== undefined) return type === 'query' ? queryParameter(value, data) : value;
    if (!isInputClass(metatype) || Reflect.hasMetadata(CHECKED_LATER, metatype)) return value;
    return type === 'query' ? query(value, metatype) : readBody(value, metatype);
  }
}

const CHECKED_LATER = 'corridor:checked-later';

/** The global pipe skips it: a handler with its own rules calls the check itself. */
export const CheckedLater = (): ClassDecorator => (target) =>
  Reflect.defineMetadata(CHECKED_LATER, true, target);

/**
 * Rules that depend on several fields, the time or the caller's environment. A field with its own issues can have any
 * value: check `isFine('#/paymentDate')` before reading one.
 */
export type MoreRules<Input> = (input: Input, isFine: (pointer: string) => boolean) => readonly FieldIssue[];

/**
 * A validated body, for a parameter that the global pipe skips because it is declared `unknown`. All issues are
 * reported at once, including those of `more`.
 */
export async function checkedBody<Input extends object>(
  value: unknown,
  type: new () => Input,
  more: MoreRules<Input>,
): Promise<Input> {
  return readBody(value, type, more as MoreRules<object>) as Input;
}

/** The same for a query string, which is declared as a class that is {@link CheckedLater}. */
export async function checkedQuery<Input extends object>(
  value: unknown,
  type: new () => Input,
  more: MoreRules<Input>,
): Promise<Input> {
  return query(value, type, more as MoreRules<object>) as Input;
}

const isInputClass = (type: unknown): type is InputClass =>
  typeof type === 'function' && ![String, Number, Boolean, Array, Object].includes(type as never);

/** The synchronous part of {@link checkedBody}. @throws Refusal `invalid_request` */
export function readBody(value: unknown, type: InputClass, more?: MoreRules<object>): object {
  if (value !== undefined && value !== null && !isRecord(value)) {
    throw invalid([{ pointer: '#', code: 'not_an_object', detail: 'The body must be a JSON object.' }]);
  }
  return checked(value ?? {}, type, (path) => `#${path}`, more);
}

function query(value: unknown, type: InputClass, more?: MoreRules<object>): object {
  const fields = { ...(value as Record<string, unknown>) };
  const several = Object.keys(fields).filter(
    (name) => Array.isArray(fields[name]) && !isList(type.prototype as object, name),
  );
  if (several.length > 0) throw invalid(several.map(repeated));
  const magic = Object.keys(fields).filter(isMagic);
  if (magic.length > 0) throw invalid(magic.map(unknown));
  return checked(fields, type, (path) => `?${path.slice(1)}`, more);
}

function checked(
  sent: Record<string, unknown>,
  type: InputClass,
  pointerOf: (path: string) => string,
  more: MoreRules<object> = () => [],
): object {
  const reader = new InputReader(pointerOf);
  const input = reader.record(type, sent);
  const own = reader.issues;
  const others = more(input, (pointer) => !own.some((issue) => concerns(issue, pointer)));
  if (own.length + others.length > 0) throw invalid([...own, ...others]);
  return input;
}

/** At the pointer itself, above it or below it. */
const concerns = (issue: FieldIssue, pointer: string): boolean =>
  `${issue.pointer}/`.startsWith(`${pointer}/`) || `${pointer}/`.startsWith(`${issue.pointer}/`);

/** One parameter, or all by name. */
function pathParameter(value: unknown): unknown {
  const texts = isRecord(value) ? Object.values(value) : [value];
  if (texts.some((text) => typeof text === 'string' && !isStorable(text))) throw refuse('not_found');
  return value;
}

function queryParameter(value: unknown, name: string): unknown {
  if (Array.isArray(value)) throw invalid([repeated(name)]);
  if (typeof value === 'string' && !isStorable(value)) {
    throw invalid([{ pointer: `?${name}`, code: 'unprintable', detail: 'Must not hold NUL.' }]);
  }
  return value;
}

const repeated = (name: string): FieldIssue => ({
  pointer: `?${name.slice(0, 100)}`,
  code: 'repeated',
  detail: 'This query parameter may occur only once.',
});

const unknown = (name: string): FieldIssue => ({
  pointer: `?${name}`,
  code: UNKNOWN_FIELD.code,
  detail: 'There is no such query parameter.',
});

function invalid(errors: readonly FieldIssue[]) {
  const [first] = errors;
  const detail =
    errors.length === 1 && first
      ? `${first.pointer}: ${first.detail}`
      : `${errors.length} fields are not valid.`;
  return refuse('invalid_request', detail, { errors: errors.slice(0, MAX_FAULTS) });
}
