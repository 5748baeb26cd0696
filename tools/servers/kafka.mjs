/**
 * A real Apache Kafka on this machine: one broker in KRaft mode, from the jars on Maven Central.
 *
 * Guarantees: it listens on 127.0.0.1 only; after `kill9` or `stop`, `start` restarts it on the same port with the same
 * data; topics must be created explicitly.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import kafkajs from 'kafkajs';
import { patchIdleTimers } from '../../libs/messaging/src/kafka-idle-patch.ts';
import { freePorts } from '../ports.mjs';
import { launch, whenReady } from '../program.mjs';
import { cached } from './cache-folder.mjs';
import { findProgram, installPackages } from './debian.mjs';
import { Unavailable } from './unavailable.mjs';

patchIdleTimers();

export const KAFKA_VERSION = '4.4.0';
const OLDEST_JAVA = 17;

/** Downloads what is missing. @throws {Unavailable} @returns what `startKafka` needs */
export function obtainKafka() {
  const java = obtainJava();
  const folder = cached(`kafka-${KAFKA_VERSION}`, (unfinished) => {
    if (!findProgram('mvn')) installPackages('Maven', ['maven']);
    console.error(`Downloading Apache Kafka ${KAFKA_VERSION} (43 MB, once) …`);
    writeFileSync(join(unfinished, 'pom.xml'), pom());
    const goal = ['dependency:copy-dependencies', '-DincludeScope=runtime', '-DoutputDirectory=libs'];
    const { status, stdout, error } = spawnSync('mvn', ['-B', '-q', '-ntp', ...goal], {
      cwd: unfinished,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Unavailable(`Kafka could not be downloaded: ${error?.message ?? stdout}`);
  });
  return { java, libs: join(folder, 'libs', '*') };
}

/**
 * A further address: it listens on `port`, and its clients connect to `advertisedPort`, from which a proxy leads there.
 * @typedef {{ readonly port: number, readonly advertisedPort: number }} ProxiedListener
 */

/**
 * A further address, over TLS and for this user alone, by SCRAM-SHA-512 or PLAIN.
 * @typedef {{ readonly pem: string, readonly username: string, readonly password: string }} Secured `pem` has key and certificate
 */

/**
 * @param {{ java: string, libs: string }} obtained
 * @param {string} folder for its data and its log
 * @param {readonly ProxiedListener[]} [proxied]
 * @param {Secured} [secured]
 */
export async function startKafka({ java, libs }, folder, proxied = [], secured = undefined) {
  mkdirSync(folder, { recursive: true });
  const [port = 0, controllerPort = 0, securedPort = 0] = await freePorts(3);
  const config = join(folder, 'server.properties');
  const more = secured ? securedListener(secured, securedPort) : {};
  writeFileSync(config, properties(port, controllerPort, join(folder, 'data'), proxied, more));
  const jvm = [
    '-Xmx512m',
    '-XX:+UseSerialGC',
    '-XX:TieredStopAtLevel=1',
    '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn',
  ];
  if (!existsSync(join(folder, 'data', 'meta.properties'))) {
    const user = secured ? ['--add-scram', scramOf(secured)] : [];
    const format = [
      'kafka.tools.StorageTool',
      'format',
      '-t',
      'Y29ycmlkb3ItdGVzdHMtMQ',
      '-c',
      config,
      ...user,
    ];
    const { status, stdout, stderr } = spawnSync(java, [...jvm, '-cp', libs, ...format], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`Kafka could not format its data folder:\n${stdout}${stderr}`);
  }
  const start = async () => {
    const args = [...jvm, '-cp', libs, 'kafka.Kafka', config];
    const program = await launch({
      name: 'kafka',
      command: java,
      args,
      output: { file: join(folder, 'kafka.log') },
    });
    await whenReady(program, () => kafkaServes(port));
    return program;
  };
  let program = await start();
  return {
    brokers: `127.0.0.1:${port}`,
    /** Of the secured address, if there is one. */
    securedBrokers: `127.0.0.1:${securedPort}`,
    pid: () => program.pid,
    kill9: () => program.kill9(),
    stop: () => program.stop(),
    /** Again, after `stop` or `kill9`. */
    start: async () => {
      program = await start();
    },
  };
}

function obtainJava() {
  if (!findProgram('java')) installPackages('Java', ['default-jre-headless']);
  const java = findProgram('java') ?? 'java';
  const output = spawnSync(java, ['-version'], { encoding: 'utf8' }).stderr;
  const version = Number(/version "(\d+)/.exec(output)?.[1]);
  if (version >= OLDEST_JAVA) return java;
  throw new Unavailable(
    `Kafka ${KAFKA_VERSION} needs Java ${OLDEST_JAVA} or newer; this is: ${output.split('\n')[0]}`,
  );
}

/** A broker that accepts connections may not be ready yet; it is ready when it lists itself. @param {number} port */
export async function kafkaServes(port) {
  const client = new kafkajs.Kafka({
    brokers: [`127.0.0.1:${port}`],
    logLevel: kafkajs.logLevel.NOTHING,
    retry: { retries: 0 },
  });
  const admin = client.admin();
  try {
    await admin.connect();
    const { brokers } = await admin.describeCluster();
    return brokers.length > 0;
  } catch {
    return false;
  } finally {
    await admin.disconnect();
  }
}

/** @param {Secured} secured */
const scramOf = ({ username, password }) => `SCRAM-SHA-512=[name=${username},password=${password}]`;

/** @param {Secured} secured @param {number} port */
function securedListener({ pem, username, password }, port) {
  const modules = 'org.apache.kafka.common.security';
  const login = `user_${username}="${password}"`;
  return {
    listener: `,SECURED://127.0.0.1:${port}`,
    settings: {
      'ssl.keystore.type': 'PEM',
      'ssl.keystore.location': pem,
      'sasl.enabled.mechanisms': 'PLAIN,SCRAM-SHA-512',
      'listener.name.secured.plain.sasl.jaas.config': `${modules}.plain.PlainLoginModule required ${login};`,
      'listener.name.secured.scram-sha-512.sasl.jaas.config': `${modules}.scram.ScramLoginModule required;`,
    },
  };
}

/**
 * @param {number} port
 * @param {number} controllerPort
 * @param {string} data
 * @param {readonly ProxiedListener[]} proxied
 * @param {{ listener?: string, settings?: Record<string, string> }} more
 */
function properties(port, controllerPort, data, proxied, { listener = '', settings: ofMore = {} }) {
  const names = ['PLAINTEXT', 'CONTROLLER', ...proxied.map((_, i) => `PROXIED${i}`)];
  const at = (/** @type {number[]} */ ports) =>
    ports.map((number, i) => `,PROXIED${i}://127.0.0.1:${number}`).join('');
  const listening = at(proxied.map((one) => one.port));
  const advertised = at(proxied.map(({ advertisedPort }) => advertisedPort));
  const settings = {
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}${listening}${listener}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${port}${advertised}${listener}`,
    'listener.security.protocol.map': `${names.map((name) => `${name}:PLAINTEXT`).join()},SECURED:SASL_SSL`,
    'controller.listener.names': 'CONTROLLER',
    'log.dirs': data,
    'auto.create.topics.enable': false,
    'offsets.topic.replication.factor': 1,
    'offsets.topic.num.partitions': 5,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'group.initial.rebalance.delay.ms': 0,
    'group.min.session.timeout.ms': 1000,
    // A killed broker can rejoin only after its old session has ended; the default is 9 s.
    'broker.session.timeout.ms': 2000,
    'broker.heartbeat.interval.ms': 500,
    // The clock of a program under test may be days ahead.
    'log.message.timestamp.type': 'LogAppendTime',
    ...ofMore,
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

/** kafka-tools-api is listed as a dependency but not published; the broker does not need it. */
function pom() {
  /** @param {string} group @param {string} artifact @param {string} version @param {string} more */
  const dependency = (group, artifact, version, more = '') =>
    `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version>${more}</dependency>`;
  const without =
    '<exclusions><exclusion><groupId>org.apache.kafka</groupId><artifactId>kafka-tools-api</artifactId></exclusion></exclusions>';
  return `<project><modelVersion>4.0.0</modelVersion>
<groupId>corridor</groupId><artifactId>kafka</artifactId><version>1</version><packaging>pom</packaging>
<dependencies>
${dependency('org.apache.kafka', 'kafka_2.13', KAFKA_VERSION, without)}
${dependency('org.slf4j', 'slf4j-simple', '1.7.36')}
</dependencies></project>
`;
}
