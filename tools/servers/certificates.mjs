/** Certificates for servers on this machine, and the authority that signs them, by OpenSSL. They are valid for two days. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram, installPackages } from './debian.mjs';

const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
const NAMES = 'subjectAltName=IP:127.0.0.1';

/**
 * @typedef {object} Certificates paths of files (PEM)
 * @property {string} ca the certificate of the authority
 * @property {string} certificate of a server at 127.0.0.1, under no other name
 * @property {string} key of the server
 * @property {string} both the key and the certificate
 */

/** @param {string} folder is created @returns {Certificates} @throws {import('./unavailable.mjs').Unavailable} */
export function certificates(folder) {
  if (!findProgram('openssl')) installPackages('OpenSSL', ['openssl']);
  mkdirSync(folder, { recursive: true });
  const file = (/** @type {string} */ name) => join(folder, name);
  const ca = file('ca.crt');
  const caKey = file('ca.key');
  const certificate = file('server.crt');
  const key = file('server.key');
  const both = file('server.pem');
  openssl('req', '-x509', ...KEY, '-keyout', caKey, '-out', ca, '-subj', '/CN=Corridor tests');
  const signed = [
    '-CA',
    ca,
    '-CAkey',
    caKey,
    '-addext',
    NAMES,
    '-addext',
    'basicConstraints=critical,CA:FALSE',
  ];
  openssl('req', '-x509', ...KEY, '-keyout', key, '-out', certificate, '-subj', '/CN=server', ...signed);
  writeFileSync(both, readFileSync(key, 'utf8') + readFileSync(certificate, 'utf8'), { mode: 0o600 });
  return { ca, certificate, key, both };
}

/** @param {string[]} args */
function openssl(...args) {
  const { status, stderr, error } = spawnSync('openssl', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`openssl ${args[0]}: ${error?.message ?? stderr}`);
}
