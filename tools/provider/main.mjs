/**
 * `npm run provider`: the example of a payment provider (docs/write-a-rail.md), at a port of this machine until it is ended.
 */
import { parseArgs } from 'node:util';
import { startProvider } from './provider.mjs';

const options = /** @type {const} */ ({
  port: { type: 'string', default: '4020' },
  key: { type: 'string', default: 'example-key' },
  callback: { type: 'string' },
  secret: { type: 'string' },
});
const { port, ...more } = parseArgs({ options }).values;
const { url } = await startProvider({ port: Number(port), ...more });
console.log(`The provider is at ${url}, and its key is ${more.key}`);
