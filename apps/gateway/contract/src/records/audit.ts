import {
  id,
  integer,
  named,
  nullable,
  oneOf,
  part,
  type RecordOf,
  text,
  textLike,
  timestamp,
} from '@corridor/contracts';

/** A command of a member of staff or of a client, as it was asked for, and what became of it. */
export const auditedCommand = named('AuditedCommand', {
  id: id('aud'),
  on: timestamp,
  by: nullable(part({ id: id('stf', 'cu'), name: textLike('Ines Almeida') })),
  apiKeyId: nullable(id('ak', 'sk')),
  client: nullable(part({ id: id('cli'), name: textLike('Northwind Imports Ltd') })),
  operation: nullable(
    text('The operationId. Null for a command that was refused before its route was known.', 'createPayment'),
  ),
  method: textLike('POST'),
  path: text('Without the query; its first 500 characters.', '/v1/payments'),
  recordId: nullable(text('The record that it concerns.', 'pmt_01K00000000000000000000001')),
  outcome: oneOf('BEGUN', 'SUCCEEDED', 'AWAITING_APPROVAL', 'REFUSED', 'FAILED'),
  status: nullable(integer('The HTTP status of the response. Null of one that is BEGUN.')),
  problem: nullable(text('The code of the problem, if it was refused.', 'invalid_request')),
  durationMs: nullable(integer('Milliseconds until the response was sent.')),
  address: nullable(
    text('The IP address. Null for a command that was sent because it was approved.', '203.0.113.7'),
  ),
  userAgent: nullable(text('Its first 250 characters.', 'curl/8.5.0')),
  requestId: textLike('2f1c7a52-4d8b-4a57-9d5c-0a4f3b6e8d11'),
  traceId: textLike('4bf92f3577b34da6a3ce929d0e0e4736'),
  approvalId: nullable(id('apr')),
});
export type AuditedCommandResource = RecordOf<typeof auditedCommand>;
