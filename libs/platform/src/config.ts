import { readFileSync } from 'node:fs';
import type { Environment } from '@corridor/kernel';

/** What an operator sets. Every name is an environment variable; README and deploy/ use the same ones. */
export class Config {
  readonly environment: Environment;
  readonly host: string;
  readonly port: number;
  /** Server that holds one database per service, `postgresql://user:password@host:port`. */
  readonly databaseUrl: string;
  readonly databasePoolSize: number;
  /** Empty in the all-in-one composition. */
  readonly kafkaBrokers: readonly string[];
  /** Begins the names of topics and consumer groups, so that installations can share a Kafka. */
  readonly topicPrefix: string;
  /** Copies of each message; 3 in earnest, where one broker may be lost. */
  readonly kafkaReplicationFactor: number;
  readonly logLevel: string;

  constructor(private readonly variables: Readonly<Record<string, string | undefined>>) {
    this.environment = this.oneOf('ENVIRONMENT', ['SANDBOX', 'PRODUCTION']);
    this.host = this.text('HOST', '127.0.0.1');
    this.port = this.integer('PORT', 8080);
    this.databaseUrl = this.text('DATABASE_URL', '');
    this.databasePoolSize = this.integer('DATABASE_POOL_SIZE', 10);
    this.kafkaBrokers = this.text('KAFKA_BROKERS', '').split(',').filter(Boolean);
    this.topicPrefix = this.text('TOPIC_PREFIX', 'corridor');
    this.kafkaReplicationFactor = this.integer('KAFKA_REPLICATION_FACTOR', 1);
    this.logLevel = this.oneOf('LOG_LEVEL', ['info', 'trace', 'debug', 'warn', 'error', 'silent']);
  }

  /** @throws Error that names the variable when it is neither set nor has a default */
  text(name: string, otherwise?: string): string {
    const value = this.variables[name] || otherwise;
    if (value === undefined) throw new Error(`${name} must be set`);
    return value;
  }

  integer(name: string, otherwise: number): number {
    const text = this.variables[name];
    if (text === undefined || text === '') return otherwise;
    if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} must be a whole number, not "${text}"`);
    return Number(text);
  }

  /** The text of the file that a variable names; null where it is not set. */
  file(name: string): string | null {
    const path = this.variables[name];
    if (!path) return null;
    try {
      return readFileSync(path, 'utf8');
    } catch (error) {
      const { message } = error as Error;
      throw new Error(`${name} must be the path of a file that can be read: ${message}`, { cause: error });
    }
  }

  /** The first value is the default. */
  oneOf<const Value extends string>(name: string, values: readonly [Value, ...Value[]]): Value {
    const text = this.variables[name] || values[0];
    const found = values.find((value) => value === text);
    if (!found) throw new Error(`${name} must be one of ${values.join(', ')}, not "${text}"`);
    return found;
  }
}
