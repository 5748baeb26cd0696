import type { Seeded, SeededClient } from './seed/seed.js';

/** The banner that `npm start` prints when it is ready. */
export function banner(url: string, demo: Seeded | null, readyMs: number): string {
  const ready = `\n  Corridor is ready at ${url}, ${(readyMs / 1000).toFixed(1)} s after the start`;
  return demo ? `${ready}  (SANDBOX)\n${welcome(url, demo)}` : `${ready}  (PRODUCTION)\n\n`;
}

/** The listener's command, with the port if it is not 8080. */
function listen(url: string): string {
  const { port } = new URL(url);
  return `${port === '8080' ? '' : `PORT=${port} `}npm run webhooks:listen`;
}

/** The demo credentials as far as they work, and a first call to copy. */
export function welcome(url: string, { staff, clients }: Seeded): string {
  const credentials = clients.map(
    (one) => `  ${one.client.name.padEnd(18)} key    ${keyOf(one)}
  ${''.padEnd(18)} login  ${loginOf(one)}`,
  );
  const key = clients.find(({ hasKey }) => hasKey)?.client.apiKey ?? '…';
  const administrator = staff
    ? `  ${'Administrator'.padEnd(18)} key    ${staff.apiKey}
  ${''.padEnd(18)} login  ${staff.email}  ${staff.password}`
    : `  ${'Administrator'.padEnd(18)} not that of the settings; the staff were left as they are`;
  return `
${[...credentials, administrator].join('\n\n')}

  Try it:

    curl -s ${url}/v1/wallets -H 'X-API-KEY: ${key}'

  Console, for logins of clients:    ${url}/console
  API reference:                     ${url}/docs
  Live webhook events:               ${listen(url)}
  Guide for webhook receivers:       ${url}/docs/webhooks
  Guide, with a first tour:          ${url}/docs/guide

  Ctrl-C stops everything; the data is kept.

`;
}

function keyOf({ client, hasKey, hasLogin }: SeededClient): string {
  if (hasKey) return client.apiKey;
  return hasLogin
    ? 'revoked, and left so; another key in the settings is created'
    : 'not created: its user has another login';
}

const loginOf = ({ client: { email, password }, hasLogin }: SeededClient): string =>
  hasLogin ? `${email}  ${password}` : 'not that of the settings; the existing one is left as it was';
