/**
 * `npm run images:pin`: pins the images of the Dockerfile and of docker-compose.yml by digest, `node:24-slim@sha256:…`. It asks
 * their registry for the current digest of each tag through `docker buildx imagetools`, so it needs Docker and the network.
 * All images are pinned or, if one cannot be resolved, none.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const FILES = ['deploy/Dockerfile', 'docker-compose.yml'];
/** Built here, and therefore without a digest. */
const OWN = 'corridor';
const IMAGE = /^((?:FROM|\s+image:) )([^\s@]+)(@sha256:[0-9a-f]{64})?(?=\s|$)/gm;

/** @typedef {{ name: string, isPinned: boolean }} Image */

/** The images of others that a file names. @param {string} text @returns {Image[]} */
export const imagesIn = (text) =>
  [...text.matchAll(IMAGE)]
    .map(([, , name = '', digest]) => ({ name, isPinned: digest !== undefined }))
    .filter(({ name }) => name !== OWN);

/** @param {string} text @param {ReadonlyMap<string, string>} digests by image @returns {string} */
export const pinned = (text, digests) =>
  text.replace(IMAGE, (all, before, name) => (name === OWN ? all : `${before}${name}@${digests.get(name)}`));

/** The digest of the manifest list, which is the same for all platforms. @param {string} image */
function resolve(image) {
  const args = ['buildx', 'imagetools', 'inspect', image, '--format', '{{.Manifest.Digest}}'];
  const digest = execFileSync('docker', args, { encoding: 'utf8' }).trim();
  if (!/^sha256:[0-9a-f]{64}$/.test(digest)) throw new Error(`${image}: ${digest} is no digest`);
  return digest;
}

if (import.meta.filename === process.argv[1]) {
  const files = FILES.map((file) => join(import.meta.dirname, '..', file));
  const texts = files.map((file) => readFileSync(file, 'utf8'));
  const names = new Set(texts.flatMap((text) => imagesIn(text).map(({ name }) => name)));
  try {
    const digests = new Map([...names].map((name) => [name, resolve(name)]));
    files.forEach((file, n) => writeFileSync(file, pinned(texts[n] ?? '', digests)));
    for (const [name, digest] of digests) console.log(`${name}@${digest}`);
  } catch (error) {
    console.error(`NOT PINNED, nothing is changed: ${/** @type {Error} */ (error).message}`);
    process.exitCode = 1;
  }
}
