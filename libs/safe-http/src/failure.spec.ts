import { Failure, type FailureKind, type Phase, describe as describeFailure, isBroken } from './failure.js';

const described = (code: unknown, phase: Phase = 'connecting') => {
  const { kind, message } = describeFailure(
    Object.assign(new Error('10.0.0.1 of db.internal'), { code }),
    phase,
  );
  return [kind, message];
};

test.each<[code: string, kind: FailureKind, message: string]>([
  ['HPE_HEADER_OVERFLOW', 'invalid_response', 'The response has too many or too long header fields.'],
  ['HPE_INVALID_CONSTANT', 'invalid_response', 'The response is not valid HTTP.'],
  ['CERT_HAS_EXPIRED', 'tls', 'The certificate has expired.'],
  ['CERT_NOT_YET_VALID', 'tls', 'The certificate is not yet valid.'],
  ['CERT_REVOKED', 'tls', 'The certificate is revoked.'],
  ['CERT_SIGNATURE_FAILURE', 'tls', 'The certificate has a wrong signature.'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls', 'The certificate is self-signed.'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'tls', "The certificate's issuer is not trusted."],
  ['UNABLE_TO_GET_ISSUER_CERT', 'tls', "The certificate's issuer is missing: serve the whole chain."],
  [
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'tls',
    "The certificate's issuer is missing or not trusted: serve the whole chain.",
  ],
  [
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'tls',
    "The certificate's issuer is missing or not trusted: serve the whole chain.",
  ],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls', 'The certificate is for another host.'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls', 'TLS could not be negotiated.'],
  ['EPROTO', 'tls', 'TLS could not be negotiated.'],
  ['ECONNRESET', 'connection_closed', 'The connection was closed while connecting.'],
  ['EPIPE', 'connection_closed', 'The connection was closed while connecting.'],
  ['ECONNABORTED', 'connection_closed', 'The connection was closed while connecting.'],
  ['ECONNREFUSED', 'unreachable', 'The connection was refused.'],
  ['ETIMEDOUT', 'unreachable', 'The host cannot be reached.'],
  ['EHOSTUNREACH', 'unreachable', 'The host cannot be reached.'],
  ['ENETUNREACH', 'unreachable', 'The host cannot be reached.'],
  ['EHOSTDOWN', 'unreachable', 'The host cannot be reached.'],
  ['ENETDOWN', 'unreachable', 'The host cannot be reached.'],
  ['EACCES', 'unreachable', 'The host cannot be reached.'],
  ['EPERM', 'unreachable', 'The host cannot be reached.'],
  ['EMFILE', 'unknown', 'The attempt failed while connecting (EMFILE).'],
])('%s is %s: %s', (code, kind, message) => expect(described(code)).toEqual([kind, message]));

test('the phase is named where it helps', () => {
  expect(described('ECONNRESET', 'negotiating TLS')).toEqual([
    'connection_closed',
    'The connection was closed while negotiating TLS.',
  ]);
  expect(described('EMFILE', 'reading the response')).toEqual([
    'unknown',
    'The attempt failed while reading the response (EMFILE).',
  ]);
});

test.each([undefined, 7, '10.0.0.1', 'E at db.internal', 'db EINVAL', 'eperm', 'E-1'])(
  'a code that may be text of the other side is not shown: %p',
  (code) => expect(described(code)).toEqual(['unknown', 'The attempt failed while connecting (UNKNOWN).']),
);

test('a failure that is known already stays as it is', () => {
  const failure = new Failure('timeout', 'The connection took too long.');
  expect(describeFailure(failure, 'connecting')).toBe(failure);
  expect(String(failure)).toBe('Failure: The connection took too long.');
});

test('a connection is broken if the other side is no longer there', () => {
  const codes = ['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ECONNREFUSED', 'ETIMEDOUT', undefined];
  expect(codes.filter((code) => isBroken({ code }))).toEqual(['ECONNRESET', 'EPIPE', 'ECONNABORTED']);
});
