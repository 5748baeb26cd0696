import type { Demo } from './seed/demo.js';

/** What a newcomer needs, and a first call to copy. */
export function banner(url: string, demo: Demo | null, readyMs: number): string {
  const ready = `Corridor is ready after ${(readyMs / 1000).toFixed(1)} s at ${url}`;
  if (!demo) return `\n  ${ready}  (PRODUCTION)\n\n`;
  const clients = demo.clients.map(
    ({ name, apiKey, email, password }) => `  ${name.padEnd(18)} key    ${apiKey}
  ${''.padEnd(18)} login  ${email}  ${password}`,
  );
  return `
  ${ready}  (SANDBOX)

${clients.join('\n\n')}

  Try it:

    curl -s ${url}/v1/wallets -H 'X-API-KEY: ${demo.clients[0]?.apiKey}'

  Documentation and a first tour: README.md. Ctrl-C ends everything; the data stay.

`;
}
