/** `npm run test:clients`: the clients in other languages and the readers of the documents, without the other tests. */
import { join } from 'node:path';
import { build } from '../build.mjs';
import { reportFailures } from '../failures.mjs';
import { Tally } from '../test/tally.mjs';
import { root } from '../workspace.mjs';
import { checkClients } from './check.mjs';

reportFailures('The clients could not be checked');
await build();
const tally = new Tally(process.env['CI'] === 'true', join(root, '.corridor', 'clients'));
await checkClients(tally, { generate: true });
process.exitCode = tally.conclude('Checks');
