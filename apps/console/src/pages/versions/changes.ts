/** A value of a record that is no object and no list, by its path: `statusHistory[1].status`. */
type Leaves = ReadonlyMap<string, Value>;
type Value = string | number | boolean | null;

export interface Change {
  readonly field: string;
  /** Null also where the field was not there. */
  readonly before: Value;
  readonly after: Value;
}

/** Says of each version who has made it and when, which is shown beside the changes. */
const AUDIT = 'auditHistory';

/** What differs between two versions of a record, in the order of its fields. */
export function changesBetween(before: object, after: object): Change[] {
  const [old, now] = [leavesOf(before), leavesOf(after)];
  const fields = [...new Set([...now.keys(), ...old.keys()])];
  return fields
    .map((field) => ({ field, before: old.get(field) ?? null, after: now.get(field) ?? null }))
    .filter((one) => one.before !== one.after);
}

function leavesOf(record: object): Leaves {
  const leaves = new Map<string, Value>();
  const add = (path: string, value: unknown): void => {
    if (typeof value !== 'object' || value === null) leaves.set(path, value as Value);
    else if (Array.isArray(value)) value.forEach((one, i) => add(`${path}[${i}]`, one));
    else for (const [name, one] of Object.entries(value)) add(path === '' ? name : `${path}.${name}`, one);
  };
  const { [AUDIT]: _, ...shown } = record as Readonly<Record<string, unknown>>;
  add('', shown);
  return leaves;
}
