import type { TSchema } from 'typebox';

/**
 * The parts of a message's schema that readers depend on, and whether a change breaks them. A shape is compact: an
 * object is an object, a list has one item, an enum is `"A|B"`, a nullable type ends in `?`, and an optional field has
 * a name that ends in `?`.
 */
export type Shape = string | readonly [Shape] | { readonly [member: string]: Shape };

interface Schema {
  readonly type?: string;
  readonly const?: string | number | boolean;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

/** An object that may be null has this field. */
const NULLABLE = '?';

export const shapeOf = (schema: TSchema): Shape => shaped(schema as Schema);

function shaped(schema: Schema): Shape {
  const { anyOf, properties, items } = schema;
  if (anyOf) return choice(anyOf);
  if (items) return [shaped(items)];
  if (!properties) return scalar(schema);
  const required = new Set(schema.required);
  const members = Object.entries(properties).map(
    ([name, one]) => [required.has(name) ? name : `${name}?`, shaped(one)] as const,
  );
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function choice(schemas: readonly Schema[]): Shape {
  const others = schemas.filter(({ type }) => type !== 'null');
  const [only] = others;
  if (!only) return 'null';
  if (others.every((one) => one.const !== undefined || one.enum)) {
    const words = others.flatMap((one): readonly unknown[] => one.enum ?? [one.const]).map(String);
    return `${words.sort().join('|')}${others.length < schemas.length ? '?' : ''}`;
  }
  if (others.length > 1)
    throw new Error('a message has a choice of several shapes: readers cannot be promised one');
  if (others.length === schemas.length) return shaped(only);
  const shape = shaped(only);
  if (typeof shape === 'string') return `${shape}?`;
  return Array.isArray(shape) ? { [NULLABLE]: shape } : { ...(shape as object), [NULLABLE]: 'null' };
}

function scalar({ type, enum: words, const: word, pattern }: Schema): Shape {
  if (words) return words.map(String).sort().join('|');
  if (word !== undefined) return String(word);
  return pattern ? `${type} ${pattern}` : (type ?? 'anything');
}

/** The breaking changes from `before` to `after`: a sentence for each. A new nullable field is not breaking. */
export function breakages(before: Shape, after: Shape, at = ''): string[] {
  if (typeof before === 'string' || typeof after === 'string') return changedScalar(before, after, at);
  if (Array.isArray(before) && Array.isArray(after))
    return breakages(before[0] as Shape, after[0] as Shape, `${at}/0`);
  if (Array.isArray(before) || Array.isArray(after)) return [`${at} has another type`];
  return changedMembers(before as Members, after as Members, at);
}

type Members = Readonly<Record<string, Shape>>;

function changedScalar(before: Shape, after: Shape, at: string): string[] {
  if (before === after) return [];
  if (typeof before !== 'string' || typeof after !== 'string') return [`${at} has another type`];
  const [was, is] = [wordsOf(before), wordsOf(after)];
  if (!was || !is) return [`${at} was "${before}" and is "${after}"`];
  const gone = was.filter((word) => !is.includes(word));
  const added = is.filter((word) => !was.includes(word));
  return [
    ...(before.endsWith('?') === after.endsWith('?') ? [] : [`${at} was "${before}" and is "${after}"`]),
    ...gone.map((word) => `${at} has no ${word} any more`),
    ...added.map((word) => `${at} may be ${word} now`),
  ];
}

/** Of a choice: types and patterns are none. */
const wordsOf = (text: string) =>
  /^[A-Z][A-Z_0-9]*(\|[A-Z][A-Z_0-9]*)*\??$|\|/.test(text) && !text.includes(' ')
    ? text.replace(/\?$/, '').split('|')
    : null;

function changedMembers(before: Members, after: Members, at: string): string[] {
  const kept = Object.keys(before).filter((name) => name in after);
  const gone = Object.keys(before).filter((name) => !(name in after));
  const added = Object.keys(after).filter((name) => !(name in before));
  return [
    ...kept.flatMap((name) => breakages(before[name] as Shape, after[name] as Shape, `${at}/${name}`)),
    ...gone.map((name) => (name === NULLABLE ? `${at} is never null any more` : `${at}/${name} is gone`)),
    ...added
      .filter((name) => !isNullable(name, after[name] as Shape))
      .map((name) =>
        name === NULLABLE ? `${at} may be null now` : `${at}/${name} is new, and may not be null`,
      ),
  ];
}

const isNullable = (name: string, shape: Shape) =>
  name !== NULLABLE && (typeof shape === 'string' ? shape.endsWith('?') : NULLABLE in shape);
