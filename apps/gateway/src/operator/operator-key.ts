import { createHash, timingSafeEqual } from 'node:crypto';
import { OPERATOR } from '@corridor/http';
import type { Caller } from '@corridor/kernel';
import type { FastifyRequest } from 'fastify';
import type { RequestContext } from '../identities.js';

export const OPERATOR_PATH = '/operator/';
export const OPERATOR_HEADER = 'x-operator-key';

/** As the services see whoever calls for the operator; without a member of staff and permissions unless given. */
export const operatorCaller = (
  { environment, requestId, traceparent }: RequestContext,
  by: Partial<Pick<Caller, 'user' | 'apiKeyId' | 'permissions'>> = {},
): Caller => ({
  environment,
  client: OPERATOR,
  user: null,
  apiKeyId: null,
  permissions: [],
  correlationId: requestId,
  causationId: null,
  traceparent,
  ...by,
});

/** The credential that creates the first administrator, as long as there is none. */
export class OperatorKey {
  /** @param key null: there is none */
  constructor(private readonly key: string | null) {}

  identify({ headers }: Pick<FastifyRequest, 'headers'>, context: RequestContext): Caller | null {
    if (this.key === null) return null;
    const sent = headers[OPERATOR_HEADER];
    const same = timingSafeEqual(sha256(typeof sent === 'string' ? sent : ''), sha256(this.key));
    if (!same) return null;
    return operatorCaller(context, { permissions: ['staff:write'] });
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();
