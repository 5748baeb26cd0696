import { gatewaySettings } from '@corridor/gateway';
import { checkSettings } from '@corridor/platform';
import { welcome } from './banner.js';
import { demoOf } from './seed/demo.js';
import { seed } from './seed/seed.js';
import { demoSettings, seedSettings } from './settings.js';

/**
 * Creates the demo data of the sandbox at CORRIDOR_URL and prints it: the last step of starting the distributed
 * composition.
 */
try {
  checkSettings(process.env, [seedSettings, gatewaySettings, demoSettings]);
  const { url } = seedSettings.read(process.env);
  const demo = demoOf(process.env);
  if (demo) {
    process.stdout.write(welcome(url, await seed(url, demo)));
  }
} catch (error) {
  const { message, cause } = error as Error;
  const why = cause instanceof Error ? `${message}: ${cause.message}` : message; // `fetch failed` alone says little
  process.stderr.write(`The demo data could not be created: ${why}\n`);
  process.exit(1);
}
