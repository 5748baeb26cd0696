/** How a route tells one request from another. */
export interface IdempotencyRule {
  /** Fields of the body that do not count: secrets. A hash as fast as the fingerprint would let a thief guess them. */
  readonly without?: readonly string[];
  /** The response holds a secret: another user of the client gets none of it under the same key. */
  readonly perUser?: boolean;
}

const RULE = 'corridor:idempotency';

/** Null for an operation that takes no key. */
export const setIdempotencyRule = (handler: object, rule: IdempotencyRule | null): void =>
  Reflect.defineMetadata(RULE, rule, handler);

/** Undefined for an operation that does not say. */
export const idempotencyRuleOf = (handler: object): IdempotencyRule | null | undefined =>
  Reflect.getMetadata(RULE, handler) as IdempotencyRule | null | undefined;
