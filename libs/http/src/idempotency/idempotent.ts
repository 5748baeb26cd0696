import { UseFilters, applyDecorators } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import { NEEDS_KEY, TAKES_NO_KEY } from '../documentation/between.js';
import { type IdempotencyRule, setIdempotencyRule } from './idempotency-rule.js';
import { StoredResponseFilter } from './stored-response.filter.js';

/**
 * The operation needs an idempotency key (decisions §3): without one it is refused, and a repeated request gets the
 * stored response, even if it would be refused now. Every POST and PUT has this decorator or {@link NoIdempotencyKey}.
 */
export const Idempotent = (rule: IdempotencyRule = {}): MethodDecorator =>
  applyDecorators(ruled(rule), ApiExtension(NEEDS_KEY, true), UseFilters(StoredResponseFilter));

/** A POST that changes no record: it can be repeated freely and takes no idempotency key. */
export const NoIdempotencyKey = (): MethodDecorator =>
  applyDecorators(ruled(null), ApiExtension(TAKES_NO_KEY, true));

const ruled =
  (rule: IdempotencyRule | null): MethodDecorator =>
  (_target, _name, { value }) =>
    setIdempotencyRule(value as object, rule);
