import { Kafka, type KafkaConfig, type RetryOptions, logLevel } from 'kafkajs';

export interface KafkaSettings {
  readonly brokers: readonly string[];
  /** Prefix of topics and groups. */
  readonly prefix: string;
  /** The services whose topics exist; each consumer reads all of them. */
  readonly services: readonly string[];
  readonly partitions?: number;
  readonly replicationFactor?: number;
  /** For how long topics keep messages; for good without it. */
  readonly retentionHours?: number;
  /** Whether connections are encrypted; `ca` are the certificates (PEM) of the authorities, those of Node.js without any. */
  readonly tls?: boolean;
  readonly ca?: string | null;
  /** Who logs in, by SASL; nobody without. */
  readonly username?: string | null;
  readonly password?: string | null;
  readonly mechanism?: 'plain' | 'scram-sha-256' | 'scram-sha-512';
}

/**
 * When the partitions of a killed process go to another one: the shortest time that brokers allow by default, and shorter than the
 * wait of a request for its messages. Others notice by their next heartbeat.
 */
export const SESSION_TIMEOUT_MS = 6_000;
/** Longer than a group waits for a member that is gone: who gives up before that joins again and again. */
const GROUP_TIMEOUT_MS = SESSION_TIMEOUT_MS + 2_000;

export const RETRY: RetryOptions = { initialRetryTime: 100, maxRetryTime: 2_000, retries: 8 };

/** A client with connections of its own. */
export const clientOf = (settings: KafkaSettings, retry: RetryOptions, requestTimeout = GROUP_TIMEOUT_MS) =>
  new Kafka({
    clientId: settings.prefix,
    brokers: [...settings.brokers],
    ...encryptionOf(settings),
    ...loginOf(settings),
    logLevel: logLevel.NOTHING,
    connectionTimeout: 3_000,
    requestTimeout,
    retry,
  });

const encryptionOf = ({ tls, ca }: KafkaSettings) => (tls ? { ssl: ca ? { ca } : true } : {});

function loginOf({
  username,
  password,
  mechanism = 'scram-sha-512',
}: KafkaSettings): Pick<KafkaConfig, 'sasl'> {
  if (!username || !password) return {};
  const login = { username, password };
  switch (mechanism) {
    case 'plain':
      return { sasl: { mechanism, ...login } };
    case 'scram-sha-256':
      return { sasl: { mechanism, ...login } };
    case 'scram-sha-512':
      return { sasl: { mechanism, ...login } };
  }
}
