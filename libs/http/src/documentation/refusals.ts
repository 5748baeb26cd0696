import type { ProblemCode } from '@corridor/kernel';
import { problems } from '@corridor/services';
import { problemPath } from '../problem/problem.js';
import { headersOf } from './headers.js';
import { NEEDS_KEY, OF_OPERATOR, REFUSES } from './between.js';
import type { DocumentedOperation, ResponseObject } from './operation-object.js';

/** The refusals that follow from the kind of an operation. */
function ofItsKind({ method, path, operation }: DocumentedOperation): ProblemCode[] {
  const isPublic = operation.security?.length === 0;
  const isOperators = OF_OPERATOR in operation;
  return [
    'invalid_request',
    'rate_limited',
    'unavailable',
    ...on(!isPublic, 'unauthenticated', 'ambiguous_credentials'),
    ...on(method !== 'GET', 'malformed_json', 'request_timeout', 'body_too_large', 'unsupported_media_type'),
    ...on(NEEDS_KEY in operation, 'idempotency_key_required', 'idempotency_in_flight'),
    ...on(NEEDS_KEY in operation, 'idempotency_key_expired', 'idempotency_key_reused'),
    ...on(NEEDS_KEY in operation && !isOperators, 'client_suspended'),
    ...on('x-required-permission' in operation, 'permission_required'),
    ...on(path.includes('{') || (isOperators && !isPublic) || 'x-non-production' in operation, 'not_found'),
  ];
}

const on = (condition: boolean, ...codes: ProblemCode[]): ProblemCode[] => (condition ? codes : []);

/** Every problem code that an operation can return, in the order of the table. */
export function codesOf(one: DocumentedOperation): ProblemCode[] {
  const own = (one.operation[REFUSES] ?? []) as ProblemCode[];
  const all = new Set([...ofItsKind(one), ...own, ...on(own.includes('step_in_progress'), 'step_parked')]);
  return (Object.keys(problems) as ProblemCode[]).filter((code) => all.has(code));
}

function codesByStatus(one: DocumentedOperation): [number, ProblemCode[]][] {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of codesOf(one)) {
    const { status } = problems[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return [...byStatus];
}

/** The responses of an operation that are problem documents, one for each status. */
export const refusalsOf = (one: DocumentedOperation): Record<string, { $ref: string }> =>
  Object.fromEntries(
    codesByStatus(one).map(([status, codes]) => [
      String(status),
      { $ref: `#/components/responses/${nameOf(codes)}` },
    ]),
  );

/** All distinct responses: many operations share the same refusals. */
export const problemResponses = (
  operations: readonly DocumentedOperation[],
): Record<string, ResponseObject> =>
  Object.fromEntries(
    operations
      .flatMap(codesByStatus)
      .map(([status, codes]) => [nameOf(codes), problemResponse(status, codes)]),
  );

const nameOf = (codes: readonly ProblemCode[]): string => codes.join('.');

const problemResponse = (status: number, codes: readonly ProblemCode[]): ResponseObject => ({
  description: codes
    .map((code) => `[\`${code}\`](${problemPath(code)}): ${problems[code].meaning}`)
    .join('\n\n'),
  headers: headersOf(
    'RequestId',
    ...(status === 401 ? (['WwwAuthenticate'] as const) : []),
    ...(status === 409 ? (['RetryAfterConflict'] as const) : []),
    ...(status === 429 || status === 503 ? (['RetryAfter'] as const) : []),
  ),
  content: {
    'application/problem+json': {
      schema: {
        type: 'object',
        properties: { status: { const: status }, code: { enum: codes } },
        allOf: [{ $ref: '#/components/schemas/Problem' }],
      },
      examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
    },
  },
});

/** decisions §1 */
export const problemSchema = {
  type: 'object',
  description: 'RFC 9457. `code` is stable; `type` is the path of a page about it.',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'requestId'],
  additionalProperties: false,
  properties: {
    type: { type: 'string', format: 'uri-reference' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    instance: { type: 'string', description: 'The path of the request.' },
    code: { type: 'string', enum: Object.keys(problems) },
    requestId: { type: 'string' },
    errors: {
      type: 'array',
      description: 'All issues of the request.',
      items: {
        type: 'object',
        required: ['pointer', 'code', 'detail'],
        additionalProperties: false,
        properties: {
          pointer: {
            type: 'string',
            description: 'A JSON pointer into the body, `#/amount`, or a parameter, `?q`.',
          },
          position: { type: 'integer', minimum: 0, description: 'The index of the character in a query.' },
          code: { type: 'string' },
          detail: { type: 'string' },
        },
      },
    },
    requiredPermission: { type: 'string', description: 'Only with `permission_required`.' },
    resourceId: {
      type: 'string',
      description: 'Only with `idempotency_key_expired`: the id of the affected record.',
    },
  },
};
