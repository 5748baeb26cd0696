/**
 * A real OpenSSH server on this machine, which serves files (`internal-sftp`) and nothing else.
 *
 * Debian's package would start a service: it is downloaded and unpacked, and not installed. The server never runs as root; it lets
 * in one user, itself. It listens on 127.0.0.1 only.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import ssh2 from 'ssh2';
import { freePort } from '../ports.mjs';
import { launch, whenReady } from '../program.mjs';
import { librariesIn, unpackPackages } from './debian.mjs';

/** libwrap0 is the only library of it that a Debian image lacks. */
const PACKAGES = ['openssh-server', 'libwrap0'];
/** The user of the server if this process is root: each Debian system has it, and its password does not say that it is locked. */
const DAEMON = 'daemon';

/** @throws {import('./unavailable.mjs').Unavailable} @returns {string} the folder in which it is, as in `/` */
export const obtainSshd = () =>
  existsSync('/usr/sbin/sshd') ? '/' : unpackPackages('OpenSSH', 'openssh', () => PACKAGES);

/**
 * @param {string} obtained
 * @param {string} folder for its keys, and `files`, the folder of the user
 * @param {{ readonly folders?: readonly string[], readonly mostBytes?: number }} [more] folders of the user; the limit of each
 *   file, like a disk that is full then
 */
export async function startSshd(obtained, folder, { folders = [], mostBytes } = {}) {
  const files = join(folder, 'files');
  for (const name of ['', ...folders]) mkdirSync(join(files, name), { recursive: true });
  const isRoot = process.getuid?.() === 0;
  // The user of the server cannot look into the home of root.
  const root = isRoot && obtained !== '/' ? join(folder, 'program') : obtained;
  if (root !== obtained) cpSync(obtained, root, { recursive: true, verbatimSymlinks: true });
  const port = await freePort();
  const host = keyIn(join(folder, 'host-key'));
  const user = keyIn(join(folder, 'user-key'));
  writeFileSync(join(folder, 'authorized-keys'), `${user.public}\n`);
  const config = join(folder, 'sshd-config');
  writeFileSync(config, configOf(port, folder, join(root, 'usr', 'lib', 'openssh')));
  if (isRoot) execFileSync('chown', ['-R', DAEMON, folder]);
  // 512 bytes each. Without the signal, a write beyond the limit fails like one to a full disk.
  const limit = mostBytes === undefined ? '' : `trap '' XFSZ; ulimit -f ${mostBytes / 512};`;
  const start = async () => {
    const program = await launch({
      name: 'sshd',
      command: isRoot ? 'setpriv' : 'sh',
      args: [
        ...(isRoot ? [`--reuid=${DAEMON}`, `--regid=${DAEMON}`, '--clear-groups', 'sh'] : []),
        '-c',
        `${limit} exec "$0" -D -e -f "$1"`,
        join(root, 'usr', 'sbin', 'sshd'),
        config,
      ],
      env: { ...process.env, LD_LIBRARY_PATH: librariesIn(root) },
      output: () => undefined,
    });
    await whenReady(program, () => sshdServes(port));
    return program;
  };
  let program = await start();
  return {
    port,
    user: isRoot ? DAEMON : userInfo().username,
    /** As in `ssh-keygen -l`. */
    hostKey: fingerprintOf(host.public),
    /** The path of the user's private key. */
    keyFile: user.file,
    files,
    stop: () => program.stop(),
    /** Again, after `stop`. */
    start: async () => {
      program = await start();
    },
  };
}

/** Kept over starts. @param {string} file */
function keyIn(file) {
  if (!existsSync(file)) {
    // Not ed25519: of a public key that begins with a zero byte, one of 256, it writes a file that sshd cannot read.
    const made = ssh2.utils.generateKeyPairSync('ecdsa', { bits: 256 });
    writeFileSync(file, made.private, { mode: 0o600 });
    writeFileSync(`${file}.pub`, made.public);
  }
  chmodSync(file, 0o600);
  return { file, public: readFileSync(`${file}.pub`, 'utf8').trim() };
}

/** @param {string} publicKey */
const fingerprintOf = (publicKey) =>
  `SHA256:${createHash('sha256')
    .update(Buffer.from(publicKey.split(' ')[1] ?? '', 'base64'))
    .digest('base64')
    .replace(/=+$/, '')}`;

/** @param {number} port @param {string} folder @param {string} helpers */
function configOf(port, folder, helpers) {
  const settings = {
    ListenAddress: `127.0.0.1:${port}`,
    HostKey: join(folder, 'host-key'),
    AuthorizedKeysFile: join(folder, 'authorized-keys'),
    PidFile: 'none',
    StrictModes: 'no',
    UsePAM: 'no',
    PasswordAuthentication: 'no',
    KbdInteractiveAuthentication: 'no',
    MaxStartups: '100',
    LogLevel: 'ERROR',
    Subsystem: 'sftp internal-sftp',
    ForceCommand: `internal-sftp -d ${join(folder, 'files')}`,
    // Since versions 9.8 and 10 it consists of several programs.
    ...part('SshdSessionPath', join(helpers, 'sshd-session')),
    ...part('SshdAuthPath', join(helpers, 'sshd-auth')),
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name} ${value}\n`)
    .join('');
}

/** @param {string} name @param {string} file */
const part = (name, file) => (existsSync(file) ? { [name]: file } : {});

/** Whether it greets. @param {number} port @returns {Promise<boolean>} */
function sshdServes(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const end = (/** @type {boolean} */ serves) => {
      socket.destroy();
      resolve(serves);
    };
    socket.once('data', (data) => end(data.toString('latin1').startsWith('SSH-2.0-')));
    socket.once('error', () => end(false));
    socket.once('end', () => end(false));
  });
}
