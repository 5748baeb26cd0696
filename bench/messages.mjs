/**
 * The cost of validating a message, compared with encoding and decoding it: at publication against its schema, at
 * consumption with upcasting. Every example of every contract, alternately.
 *
 *   npx node bench/messages.mjs
 *
 * It needs a build (`npm run build`), and no server.
 */
import { readFileSync, readdirSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { decodeJson, encodeJson } from '@corridor/kernel';
import { SERVICES, messageRegistry } from '@corridor/services';

const ROUNDS = 15;
const TURNS = 300;

const folders = SERVICES.map((service) => join('apps', service, 'contract/fixtures')).filter(existsSync);
const messages = folders.flatMap((folder) =>
  readdirSync(folder).map((file) => ({
    ...decodeJson(readFileSync(join(folder, file), 'utf8')),
    dataversion: Number(/\.v(\d+)\.json$/.exec(file)[1]),
  })),
);
const current = messages.map((message) => messageRegistry.read(message));
const texts = current.map((message) => encodeJson(message));

const works = {
  encode: () => current.forEach((message) => encodeJson(message)),
  'check at publication': () => current.forEach((message) => messageRegistry.checked(message)),
  decode: () => texts.forEach((text) => decodeJson(text)),
  'check at consumption': () => current.forEach((message) => messageRegistry.read(message)),
  'the same with upcasting': () => messages.forEach((message) => messageRegistry.read(message)),
};
const micros = Object.fromEntries(Object.keys(works).map((name) => [name, []]));
for (let round = 0; round < ROUNDS; round++)
  for (const [name, work] of Object.entries(works)) {
    const from = performance.now();
    for (let turn = 0; turn < TURNS; turn++) work();
    micros[name].push(((performance.now() - from) * 1000) / TURNS / messages.length);
  }
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
for (const [name, values] of Object.entries(micros))
  console.log(`${name.padEnd(24)} ${median(values).toFixed(2).padStart(7)} µs a message`);
const ratio = (check, work) => `${((100 * median(micros[check])) / median(micros[work])).toFixed(0)} %`;
console.log(`a check at publication costs ${ratio('check at publication', 'encode')} of the encoding`);
console.log(`a check at consumption costs ${ratio('check at consumption', 'decode')} of the decoding`);
