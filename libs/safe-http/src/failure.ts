/** Why there is no usable response. */
export type FailureKind =
  /** The URL itself is refused by the policy. */
  | 'url_not_allowed'
  /** The host has no addresses, or one that is not allowed. */
  | 'address_not_allowed'
  | 'unreachable'
  | 'tls'
  /** The deadline is over. */
  | 'timeout'
  /** The other side closed the connection before the response was complete. */
  | 'connection_closed'
  | 'invalid_response'
  | 'response_too_large'
  /** The client was closed. */
  | 'aborted'
  | 'unknown';

export class Failure extends Error {
  override readonly name = 'Failure';

  constructor(
    readonly kind: FailureKind,
    /** A message for the client that chose the URL. */
    message: string,
  ) {
    super(message);
  }
}

/** The phase of a request. */
export type Phase =
  | 'looking up the host'
  | 'connecting'
  | 'negotiating TLS'
  | 'waiting for the response'
  | 'reading the response'
  | 'sending the request';

/**
 * Contains only code and phase. Text from the other side (of errors, certificates, responses) and addresses are
 * excluded.
 */
export function describe(error: unknown, phase: Phase): Failure {
  if (error instanceof Failure) return error;
  const code = codeOf(error);
  if (code === 'HPE_HEADER_OVERFLOW')
    return new Failure('invalid_response', 'The response has too many or too long header fields.');
  if (code.startsWith('HPE_')) return new Failure('invalid_response', 'The response is not valid HTTP.');
  if (code in TLS) return new Failure('tls', TLS[code as keyof typeof TLS]);
  if (code.startsWith('ERR_SSL_') || code === 'EPROTO')
    return new Failure('tls', 'TLS could not be negotiated.');
  if (isBroken(error)) return new Failure('connection_closed', `The connection was closed while ${phase}.`);
  if (code === 'ECONNREFUSED') return new Failure('unreachable', 'The connection was refused.');
  if (UNREACHABLE.includes(code)) return new Failure('unreachable', 'The host cannot be reached.');
  return new Failure('unknown', `The attempt failed while ${phase} (${code}).`);
}

/** The other side is no longer there. */
export const isBroken = (error: unknown): boolean => BROKEN.includes(codeOf(error));

const BROKEN = ['ECONNRESET', 'EPIPE', 'ECONNABORTED'];
const UNREACHABLE = ['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN', 'EACCES', 'EPERM'];

const TLS = {
  CERT_HAS_EXPIRED: 'The certificate has expired.',
  CERT_NOT_YET_VALID: 'The certificate is not yet valid.',
  CERT_REVOKED: 'The certificate is revoked.',
  CERT_SIGNATURE_FAILURE: 'The certificate has a wrong signature.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed.',
  SELF_SIGNED_CERT_IN_CHAIN: "The certificate's issuer is not trusted.",
  UNABLE_TO_GET_ISSUER_CERT: "The certificate's issuer is missing: serve the whole chain.",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    "The certificate's issuer is missing or not trusted: serve the whole chain.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    "The certificate's issuer is missing or not trusted: serve the whole chain.",
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host.',
} as const;

/** Codes are upper-case names of Node, OpenSSL or the system; anything else is not shown. */
function codeOf(error: unknown): string {
  const code = String((error as { code?: unknown }).code);
  return /^[A-Z][A-Z0-9_]*$/.test(code) ? code : 'UNKNOWN';
}
