interface Failed extends Error {
  readonly code?: unknown;
}

/**
 * Why no connection to a broker can be established until somebody changes something; null for any other error.
 * @returns a sentence that names the settings
 */
export function kafkaRefusal(error: unknown): string | null {
  for (let one = error as Failed | undefined; one instanceof Error; one = one.cause as Failed | undefined) {
    if (one.name === 'KafkaJSSASLAuthenticationError')
      return `the brokers refuse the login: check KAFKA_USERNAME, KAFKA_PASSWORD_FILE and KAFKA_SASL_MECHANISM (${one.message})`;
    if (isOfCertificate(one))
      return `the certificate of a broker is not accepted: check KAFKA_CA_FILE and the names in KAFKA_BROKERS (${one.message})`;
  }
  return null;
}

/** Codes of OpenSSL such as SELF_SIGNED_CERT_IN_CHAIN, or that of Node.js for a certificate of another host. */
const isOfCertificate = ({ message, code }: Failed): boolean =>
  /CERT/.test(typeof code === 'string' ? code : '') || /certificate/i.test(message);
