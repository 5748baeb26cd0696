import { type FieldRule, ruleOf } from './input-class.js';

/** Replaces the value of a field as sent, before it is checked. */
export const ReadAs =
  (read: Required<FieldRule>['read']): PropertyDecorator =>
  (target, property) => {
    ruleOf(target, property).read = read;
  };
