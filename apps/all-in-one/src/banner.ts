import type { Demo } from './seed/demo.js';

/** The banner that `npm start` prints when it is ready. */
export function banner(url: string, demo: Demo | null, readyMs: number): string {
  const ready = `\n  Corridor is ready at ${url}, ${(readyMs / 1000).toFixed(1)} s after the start`;
  return demo ? `${ready}  (SANDBOX)\n${welcome(url, demo)}` : `${ready}  (PRODUCTION)\n\n`;
}

/** The listener's command, with the port if it is not 8080. */
function listen(url: string): string {
  const { port } = new URL(url);
  return `${port === '8080' ? '' : `PORT=${port} `}npm run webhooks:listen`;
}

/** The demo clients' credentials, and a first call to copy. */
export function welcome(url: string, { clients }: Demo): string {
  const credentials = clients.map(
    ({ name, apiKey, email, password }) => `  ${name.padEnd(18)} key    ${apiKey}
  ${''.padEnd(18)} login  ${email}  ${password}`,
  );
  return `
${credentials.join('\n\n')}

  Try it:

    curl -s ${url}/v1/wallets -H 'X-API-KEY: ${clients[0]?.apiKey}'

  API reference:                     ${url}/docs
  Live webhook events:               ${listen(url)}
  Guide for webhook receivers:       ${url}/docs/webhooks
  A first tour:                      README.md

  Ctrl-C stops everything; the data is kept.

`;
}
