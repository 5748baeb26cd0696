import type { FieldIssue } from '@corridor/kernel';
import { type Issue, type Look, isRecord, required } from './field.js';
import { UNKNOWN_FIELD, escaped } from './field-issues.js';

export type InputClass = new () => object;

/** How a field of an input class is read: its decorators say so. */
export interface FieldRule {
  readonly looks: Look[];
  isOptional: boolean;
  isNullable: boolean;
  /** Replaces the value as sent, before it is checked. */
  read?: (value: unknown, sent: Record<string, unknown>) => unknown;
  /** Of an object, or of the objects in a list. */
  type?: () => InputClass;
}

type Rules = ReadonlyMap<string, FieldRule>;

/** By the prototype of the class that declares them. */
const declared = new WeakMap<object, Map<string, FieldRule>>();

/** The rule of a field, for its decorators to change. */
export function ruleOf(prototype: object, field: string | symbol): FieldRule {
  const name = String(field);
  const rules = declared.get(prototype) ?? new Map<string, FieldRule>();
  declared.set(prototype, rules);
  const rule = rules.get(name) ?? { looks: [], isOptional: false, isNullable: false };
  rules.set(name, rule);
  return rule;
}

const all = new WeakMap<InputClass, Rules>();

/** The fields of a class in the order of their declaration, then those of its base classes. */
function rulesOf(type: InputClass): Rules {
  const known = all.get(type);
  if (known) return known;
  const rules = new Map<string, FieldRule>();
  for (let at = type.prototype as object | null; at; at = Object.getPrototypeOf(at) as object | null)
    for (const [name, rule] of declared.get(at) ?? []) if (!rules.has(name)) rules.set(name, rule);
  all.set(type, rules);
  return rules;
}

/** Reads objects as instances of input classes, and collects all their issues. */
export class InputReader {
  readonly issues: FieldIssue[] = [];

  constructor(private readonly pointerOf: (path: string) => string) {}

  /**
   * Optional fields that were omitted are null, other omitted ones keep their default. Unknown fields are issues, and not
   * read.
   */
  record(type: InputClass, sent: Record<string, unknown>, path = ''): object {
    const rules = rulesOf(type);
    const input = new type() as Record<string, unknown>;
    for (const name of Object.keys(sent))
      if (!rules.has(name)) this.add([UNKNOWN_FIELD], `${path}/${escaped(name)}`);
    for (const [name, rule] of rules) {
      if (Object.hasOwn(sent, name)) input[name] = rule.read ? rule.read(sent[name], sent) : sent[name];
      input[name] = this.field(rule, input[name], `${path}/${name}`);
    }
    return input;
  }

  private field({ looks, isOptional, isNullable, type }: FieldRule, value: unknown, path: string): unknown {
    const isMissing = value === undefined || value === null;
    if (isMissing && (isOptional || (isNullable && value === null))) return null;
    if (isMissing) this.add(required, path);
    else for (const look of looks) this.add(look(value), path);
    return type ? this.nested(type(), value, path) : value;
  }

  private nested(type: InputClass, value: unknown, path: string): unknown {
    if (Array.isArray(value)) return value.map((item, i) => this.nested(type, item, `${path}/${i}`));
    return isRecord(value) ? this.record(type, value, path) : value;
  }

  private add(issues: readonly Issue[], path: string): void {
    for (const { at = '', code, detail } of issues)
      this.issues.push({ pointer: this.pointerOf(path + at), code, detail });
  }
}
