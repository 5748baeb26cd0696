import {
  flag,
  id,
  integer,
  named,
  nullable,
  type RecordOf,
  text,
  textLike,
  timestamp,
} from '@corridor/contracts';

/** A request that was sent with an API key, and what became of it. */
export const loggedRequest = named('LoggedRequest', {
  id: id('lrq'),
  on: timestamp,
  apiKeyId: id('ak'),
  clientUserId: id('cu'),
  method: textLike('POST'),
  path: text(
    'With its query, without what was searched for; the first 1,000 characters.',
    '/v1/payments?limit=5',
  ),
  status: integer('The HTTP status of the response.'),
  problem: nullable(text('The code of the problem, if it was refused.', 'insufficient_funds')),
  isReplay: flag('Whether the response is that of an earlier request with the same idempotency key.'),
  durationMs: integer('Milliseconds until the response was sent.'),
  requestId: textLike('2f1c7a52-4d8b-4a57-9d5c-0a4f3b6e8d11'),
  body: nullable(
    text(
      'The JSON that was sent, with `…` instead of its texts: only amounts, dates, codes and ids are kept. Null if it was longer than 4 kB.',
      '{"ccyCode":"GBP","narrative":"…"}',
    ),
  ),
});
export type LoggedRequestResource = RecordOf<typeof loggedRequest>;
