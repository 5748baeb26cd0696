import type { SearchFieldsResource } from '@corridor/contracts';

export type SearchField = SearchFieldsResource['fields'][number];

export interface Completion {
  readonly label: string;
  readonly detail?: string;
  /** What is written; the label unless given. */
  readonly apply?: string;
}

export interface Completions {
  /** Where what they replace begins. */
  readonly from: number;
  readonly options: readonly Completion[];
}

const NAME = String.raw`[A-Za-z_][\w.]*`;
const OPERATOR = String.raw`[=!<>~^$]+d?`;

const IN_VALUE = new RegExp(String.raw`(${NAME})\s*${OPERATOR}\s*"([^"]*)$`);
const AFTER_OPERATOR = new RegExp(String.raw`(${NAME})\s*(${OPERATOR})\s+$`);
const AFTER_FIELD = new RegExp(String.raw`(${NAME})\s+([=!<>~^$]*)$`);
const BEGUN_NAME = new RegExp(String.raw`(?:^|[(,])\s*([\w.]*)$`);

const GROUPS: readonly Completion[] = [
  { label: 'AND', detail: 'all of', apply: 'AND(' },
  { label: 'OR', detail: 'any of', apply: 'OR(' },
];

/**
 * What can stand at the end of the beginning of a query (docs/search.md). The API checks queries; this proposes.
 * @returns null where nothing can be proposed
 */
export function completionsAt(before: string, fields: readonly SearchField[]): Completions | null {
  const find = (name = '') => fields.find((one) => one.name.toLowerCase() === name.toLowerCase());
  const [, ofValue, value = ''] = IN_VALUE.exec(before) ?? [];
  if (ofValue !== undefined) return some(before.length - value.length, valuesOf(find(ofValue)));
  const [, ofOperator] = AFTER_OPERATOR.exec(before) ?? [];
  if (ofOperator !== undefined) return some(before.length, quotedValuesOf(find(ofOperator)));
  const [, ofField, operator = ''] = AFTER_FIELD.exec(before) ?? [];
  if (ofField !== undefined) return some(before.length - operator.length, operatorsOf(find(ofField)));
  const [, name] = BEGUN_NAME.exec(before) ?? [];
  return name === undefined ? null : some(before.length - name.length, [...fields.map(named), ...GROUPS]);
}

const some = (from: number, options: readonly Completion[]): Completions | null =>
  options.length > 0 ? { from, options } : null;

const named = ({ name, type }: SearchField): Completion => ({ label: name, detail: type, apply: `${name} ` });

const operatorsOf = (field?: SearchField): readonly Completion[] =>
  (field?.operators ?? []).map((label) => ({ label, detail: MEANINGS[label], apply: `${label} "` }));

const MEANINGS: Readonly<Record<SearchField['operators'][number], string>> = {
  '==': 'is',
  '!=': 'is not',
  '>': 'more than',
  '>=': 'at least',
  '<': 'less than',
  '<=': 'at most',
  '~': 'contains',
  '!~': 'does not contain',
  '^=': 'begins with',
  '$=': 'ends with',
  '<d': 'before the day',
  '<=d': 'until the day',
  '>d': 'after the day',
  '>=d': 'from the day on',
};

const literalsOf = (field?: SearchField): readonly string[] =>
  field?.type === 'Boolean' ? ['true', 'false'] : (field?.values ?? []);

const valuesOf = (field?: SearchField): readonly Completion[] =>
  literalsOf(field).map((label) => ({ label, apply: `${label}"` }));

const quotedValuesOf = (field?: SearchField): readonly Completion[] => {
  const literals = literalsOf(field).map((label) => ({ label: `"${label}"` }));
  return field && literals.length === 0 ? [{ label: '"', detail: field.type }] : literals;
};
