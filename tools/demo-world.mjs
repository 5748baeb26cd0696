/**
 * `npm run demo:world`: plays a fortnight of four companies into the sandbox that runs, so that every page of the console has something
 * to look at.
 *
 * Guarantee: only through the API, and each step with a key of its own. A run that was interrupted goes on where it was, and another one
 * duplicates nothing. It refuses PRODUCTION.
 */
import { install } from './install.mjs';

await install();
const { Operator, PASSWORD, Stopped } = await import('./demo-world/operator.mjs');
const { NoResponseError } = await import('@corridor/sdk').catch(
  (/** @type {NodeJS.ErrnoException} */ error) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    console.error('Corridor is not built: run npm start first, and this in another terminal.');
    process.exit(1);
  },
);
const { introduced } = await import('./demo-world/introduced.mjs');
const { clients } = await import('./demo-world/clients.mjs');

const url = (process.env['CORRIDOR_URL'] || `http://127.0.0.1:${process.env['PORT'] || 8080}`).replace(
  /\/+$/,
  '',
);
const staffKey = process.env['DEMO_STAFF_API_KEY'] || 'ok_sandbox_demo_administrator';

try {
  const operator = new Operator(url, staffKey);
  await operator.demandSandbox();
  const player = await introduced(operator, console.log);
  await player.play();
  console.log(farewell(player));
} catch (error) {
  if (!(error instanceof Stopped || error instanceof NoResponseError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** What there is to see. @param {import('./demo-world/player.mjs').Player} player */
function farewell(player) {
  const logins = Object.values(clients).map(
    ({ name, people }) => `  ${name.padEnd(28)}  ${people.map(({ email }) => email).join(', ')}`,
  );
  /** @param {string} client @param {string} name @param {string} text */
  const worth = (client, name, text) => `  ${player.record(client, name).id}  ${text}`;
  return `
The fortnight is over. Running it again changes nothing.

Console:  ${url}/console   password of all: ${PASSWORD}

${logins.join('\n')}

Worth opening there, with the login of the company:

Harbour & Finch
${worth('harbour', 'Espresso machines', 'converted, paid by SWIFT, and confirmed by the bank')}
${worth('harbour', 'Salary advance', 'returned by the bank of the beneficiary')}
${worth('harbour', 'Theo pays freight', 'was approved by a second person')}
${worth('harbour', 'Tasting', 'waits for a second person')}
${worth('harbour', 'Beans for Christmas', 'due on a holiday')}
${worth('harbour', 'ERP', 'webhooks that came late: the receiver was down for two days')}
Nordlicht
${worth('nordlicht', 'Hardwood for spring', 'a forward with a deposit')}
${worth('nordlicht', 'Sold without funds', 'a conversion that was never funded')}
Maple & Pine
${worth('maple', 'Tents in spring', 'waited a week for its funds')}
${worth('maple', 'Second pull', 'taken back by the bank')}
Lumen
${worth('lumen', 'Blocked seller', 'under review: its beneficiary is on a list')}
${worth('lumen', 'Advance', 'failed for want of funds')}
`;
}
