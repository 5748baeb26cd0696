/** How a route compares requests. */
export interface IdempotencyRule {
  /**
   * Fields of the body that are not compared: secrets. The fast hash of the fingerprint would allow an attacker to
   * guess them.
   */
  readonly without?: readonly string[];
  /** The response contains a secret, so another user of the client does not get it with the same key. */
  readonly perUser?: boolean;
}

const RULE = 'corridor:idempotency';

/** Null for an operation without a key. */
export const setIdempotencyRule = (handler: object, rule: IdempotencyRule | null): void =>
  Reflect.defineMetadata(RULE, rule, handler);

/** Undefined for an operation without a declaration. */
export const idempotencyRuleOf = (handler: object): IdempotencyRule | null | undefined =>
  Reflect.getMetadata(RULE, handler) as IdempotencyRule | null | undefined;
