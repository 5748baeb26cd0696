/**
 * A real PgBouncer on this machine. In transaction mode a connection to Postgres belongs to a client for one transaction only.
 *
 * Debian's package would start a service: it is downloaded and unpacked, and not installed. It never works as root.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../ports.mjs';
import { launch, whenReady } from '../program.mjs';
import { findProgram, librariesIn, unpackPackages } from './debian.mjs';

/** The user as whom it works if this process is root: each Debian system has it. */
const DAEMON = 'daemon';

/** @throws {import('./unavailable.mjs').Unavailable} @returns {string} the folder in which it is, as in `/` */
export const obtainPgBouncer = () =>
  findProgram('pgbouncer')
    ? '/'
    : unpackPackages('PgBouncer', 'pgbouncer', () => ['pgbouncer', ...libraries()]);

/** Those that a Debian image may lack. Their names differ between versions of Debian. @returns {string[]} */
function libraries() {
  const text = execFileSync('apt-cache', ['depends', 'pgbouncer'], { encoding: 'utf8' });
  return [...text.matchAll(/Depends: (lib(?:event|c-?ares)\S*)/g)].map(([, name = '']) => name);
}

/**
 * @param {string} obtained
 * @param {string} serverUrl the Postgres; its users log in as they do there
 * @param {{ readonly servers: number, readonly users?: readonly string[], readonly mode?: 'transaction' | 'session' }} options how many
 *   connections to Postgres it has for each database and user; addresses with further users and their passwords
 */
export async function startPgBouncer(obtained, serverUrl, { servers, users = [], mode = 'transaction' }) {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-pgbouncer-'));
  chmodSync(folder, 0o755); // it may work as another user
  const { hostname, port: serverPort } = new URL(serverUrl);
  const port = await freePort();
  const passwords = [serverUrl, ...users].map((one) => new URL(one));
  const userList = join(folder, 'users.txt');
  const config = join(folder, 'pgbouncer.ini');
  writeFileSync(
    userList,
    passwords.map(({ username, password }) => `"${username}" "${decodeURIComponent(password)}"\n`).join(''),
  );
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    auth_file: userList,
    pool_mode: mode,
    default_pool_size: servers,
    max_client_conn: 1_000,
    ...(process.getuid?.() === 0 && { user: DAEMON }),
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  writeFileSync(
    config,
    ['[databases]', `* = host=${hostname} port=${serverPort}`, '[pgbouncer]', ...lines, ''].join('\n'),
  );
  const program = await launch({
    name: 'pgbouncer',
    command:
      obtained === '/'
        ? (findProgram('pgbouncer') ?? 'pgbouncer')
        : join(obtained, 'usr', 'sbin', 'pgbouncer'),
    args: [config],
    env: { ...process.env, ...(obtained !== '/' && { LD_LIBRARY_PATH: librariesIn(obtained) }) },
    output: { file: join(folder, 'pgbouncer.log') },
  });
  await whenReady(program, () => accepts(port));
  const url = new URL(serverUrl);
  [url.hostname, url.port] = ['127.0.0.1', String(port)];
  return {
    url: url.href,
    stop: async () => {
      await program.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** @param {number} port @returns {Promise<boolean>} */
function accepts(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const end = (/** @type {boolean} */ outcome) => {
      socket.destroy();
      resolve(outcome);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });
}
