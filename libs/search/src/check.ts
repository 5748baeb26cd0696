import type { FieldIssue } from '@corridor/kernel';
import type { Catalogue, Field } from './catalogue.js';
import { type Operand, expectationOf, operandOf } from './operand.js';
import { type Operator, operators, operatorsOf, nameOf } from './operators.js';
import { type Condition, type GroupOperator, type Query, issue, quoted, LISTED } from './query.js';

/** A query checked against the fields of its collection. */
export type Filter = Test | FilterGroup;

export interface Test {
  readonly field: Field;
  readonly operator: Operator;
  /** As it was written, and as the field's type reads it. */
  readonly value: string;
  readonly operand: Operand;
}

export interface FilterGroup {
  readonly groupOperator: GroupOperator;
  readonly conditions: readonly Filter[];
}

/** Its conditions, without the groups. */
export const testsOf = (filter: Filter | null): readonly Test[] => {
  if (filter === null) return [];
  return 'groupOperator' in filter ? filter.conditions.flatMap(testsOf) : [filter];
};

/** Checks a query against the fields of a collection: operator and value must match the field's type. */
export function check(
  catalogue: Catalogue,
  query: Query,
  listed = LISTED,
): { filter: Filter; issues: readonly FieldIssue[] } {
  const issues: FieldIssue[] = [];
  const checked = (one: Query): Filter =>
    'groupOperator' in one
      ? { groupOperator: one.groupOperator, conditions: one.conditions.map(checked) }
      : test(catalogue, one, issues, listed);
  return { filter: checked(query), issues };
}

/** A condition with issues is reported, and never executed. */
function test(catalogue: Catalogue, condition: Condition, issues: FieldIssue[], listed: string): Test {
  const operator = condition.operator.value;
  const value = condition.value.value;
  const field = catalogue.find(condition.field.value);
  if (!field) {
    issues.push(
      issue(
        condition.field.place,
        'unknown_field',
        `There is no field ${quoted(condition.field.value)} to search by: ${listed}.`,
      ),
    );
    return { field: undefined as never, operator, value, operand: undefined as never };
  }
  if (!(operators[nameOf(operator)].types as readonly string[]).includes(field.type)) {
    const { place } = condition.operator;
    // A text has symbols, a body names.
    const written = (one: Operator): string => (place.position === undefined ? nameOf(one) : one);
    const allowed = operatorsOf(field.type).map(written).join(' ');
    const detail = `${field.name} is of type ${field.type}: expected one of ${allowed}, not ${written(operator)}.`;
    issues.push(issue(place, 'operator_not_allowed', detail));
  }
  const operand = operandOf(field, value);
  if (!operand) {
    const detail = `${field.name} is of type ${field.type}: expected ${expectationOf(field)}.`;
    issues.push(issue(condition.value.place, 'wrong_type', detail));
  }
  return { field, operator, value, operand: operand as Operand };
}
