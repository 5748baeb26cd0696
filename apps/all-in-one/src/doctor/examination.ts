import { statfs } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { forwardingSettings } from '@corridor/gateway';
import {
  type Manifest,
  type Outside,
  type Setting,
  type Variables,
  directUrl,
  environmentSetting,
  kafkaSettings,
  misspelledIn,
  ownerSettings,
  platformSettings,
  valueOf,
} from '@corridor/platform';
import { ALL_IN_ONE, DISTRIBUTED } from '../check-start.js';
import { services } from '../modules.js';
import { type Start, obstaclesTo } from '../obstacles.js';
import { allInOneSettings } from '../settings.js';
import { age } from './age.js';
import { databaseFindings } from './database.js';
import { type Finding, ok, problem, warning } from './finding.js';

const CONNECT_TIMEOUT_MS = 3_000;
const MIN_FREE_BYTES = 1_000_000_000;
const MIN_PASSWORD_BYTES = 32;

/** What the environment variables are for: one service of a container, or a composition. */
function subject(variables: Variables): { name: string; start: Start; own: readonly Manifest[] } {
  const one = services.find(({ name }) => name === variables['SERVICE']);
  if (one) {
    const more = one.name === 'gateway' ? [forwardingSettings] : [];
    const settings = [platformSettings, kafkaSettings, ...one.settings, ...more];
    return { name: one.name, start: { settings, supplied: [] }, own: [one] };
  }
  return variables['KAFKA_BROKERS']
    ? { name: 'distributed composition', start: DISTRIBUTED, own: services }
    : { name: 'all-in-one composition', start: ALL_IN_ONE, own: services };
}

/** Looks at everything that a start needs, and at what is already there. It changes nothing. */
export async function examine(variables: Variables): Promise<Finding[]> {
  const { name, start, own } = subject(variables);
  const { settings, databases } = await obstaclesTo(start, variables);
  const environment = variables['ENVIRONMENT'] || environmentSetting.default;
  return [
    ok('environment', `${environment}, ${name}`),
    ...settings.map((error) => problem('settings', error)),
    ...(settings.length === 0 ? [ok('settings', 'complete')] : []),
    ...misspelledIn(variables, start.settings).map((text) => warning('settings', text)),
    ...(await around(start, own, variables)),
    ...databases.map((error) => problem('databases', error)),
    ...(databases.length === 0 ? await ofDatabases(variables, own) : []),
    ...(await servers(variables)),
    await disk(variables),
  ];
}

/** What settings name outside of the databases, and the words that select an adapter which needs nothing there. */
async function around(start: Start, own: readonly Manifest[], variables: Variables): Promise<Finding[]> {
  const looks = own.flatMap(({ outside = [] }) => outside);
  const found = (await Promise.all(looks.map((one) => lookedAt(one, variables)))).flat();
  const known = new Set(found.map(({ name }) => name));
  return [...adapters(start, variables).filter(({ name }) => !known.has(name)), ...found];
}

async function lookedAt({ what, look }: Outside, variables: Variables): Promise<Finding[]> {
  try {
    const found = await look(variables);
    if (!found) return [];
    return [ok(what, `${found.detail}${found.on ? `, ${age(found.on)} old` : ''}`)];
  } catch (error) {
    return [problem(what, (error as Error).message)];
  }
}

/** Settings that are wrong are among those. */
const adapters = ({ settings, supplied }: Start, variables: Variables): Finding[] =>
  settings
    .filter((group) => group.errors(variables, supplied).length === 0)
    .flatMap(({ declared }) => declared)
    .filter((one): one is Setting<string> & { port: string } => one.port !== undefined)
    .map((one) => ok(one.port, valueOf(one, variables)));

async function ofDatabases(variables: Variables, own: readonly Manifest[]): Promise<Finding[]> {
  if (ownerSettings.errors(variables).length > 0)
    return variables['ENVIRONMENT'] === 'PRODUCTION'
      ? []
      : [ok('databases', 'embedded: `npm start` starts them')];
  const { databaseUrl, databaseDirectUrl } = ownerSettings.read(variables);
  const findings = await databaseFindings(directUrl(databaseUrl, databaseDirectUrl), own, variables);
  const isProduction = valueOf(environmentSetting, variables) === 'PRODUCTION';
  const password = decodeURIComponent(new URL(databaseUrl).password);
  const isShort = password !== '' && Buffer.byteLength(password) < MIN_PASSWORD_BYTES;
  return [
    ...findings,
    ...(isProduction && isShort
      ? [warning('databases', `the password in DATABASE_URL has less than ${MIN_PASSWORD_BYTES} bytes`)]
      : []),
  ];
}

/** Kafka, Redis and the server of the bank: whether they accept connections. */
async function servers(variables: Variables): Promise<Finding[]> {
  const brokers = (variables['KAFKA_BROKERS'] ?? '').split(',').filter(Boolean);
  const { REDIS_URL: redis, RAIL_SFTP: bank } = variables;
  return Promise.all([
    ...brokers.map((broker) => connects('Kafka', new URL(`kafka://${broker}`), 9092)),
    ...(redis && URL.canParse(redis) ? [connects('Redis', new URL(redis), 6379)] : []),
    ...(bank && URL.canParse(bank) ? [connects('server of the bank', new URL(bank), 22)] : []),
  ]);
}

function connects(name: string, { hostname, port }: URL, defaultPort: number): Promise<Finding> {
  const at = { host: hostname, port: Number(port || defaultPort) };
  return new Promise((settle) => {
    const socket = createConnection({ ...at, timeout: CONNECT_TIMEOUT_MS });
    const end = (finding: Finding) => {
      socket.destroy();
      settle(finding);
    };
    const where = `${at.host}:${at.port}`;
    socket.once('connect', () => end(ok(name, `${where} accepts connections`)));
    socket.once('timeout', () => end(problem(name, `${where} does not respond`)));
    socket.once('error', ({ message }) => end(problem(name, `${where}: ${message}`)));
  });
}

/** Of the data directory, or of the folder in which it will be. */
async function disk(variables: Variables): Promise<Finding> {
  let folder = resolve(allInOneSettings.read(variables).dataDir);
  while (!existsSync(folder)) folder = dirname(folder);
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const detail = `${(free / 1e9).toFixed(1)} GB free in ${folder}`;
  return free < MIN_FREE_BYTES ? warning('disk', detail) : ok('disk', detail);
}
