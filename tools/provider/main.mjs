/**
 * `npm run provider`: the example of a payment provider (docs/write-a-rail.md), at a port of this machine until it is ended.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startProvider } from './provider.mjs';

const options = /** @type {const} */ ({
  port: { type: 'string', default: '4020' },
  key: { type: 'string', default: 'example-key' },
  callback: { type: 'string' },
  'secret-file': { type: 'string' },
});
const { port, key, callback, 'secret-file': file } = parseArgs({ options }).values;
const secret = file && readFileSync(file, 'utf8').trim(); // not an option: everybody on the machine can list those
const { url } = await startProvider({ port: Number(port), key, callback, secret });
console.log(`The provider is at ${url}, and its key is ${key}`);
