import { gatewaySettings } from '@corridor/gateway';
import { checkSettings } from '@corridor/platform';
import { welcome } from './banner.js';
import { demoOf } from './seed/demo.js';
import { seed } from './seed/seed.js';
import { demoSettings, seedSettings } from './settings.js';

/** Fills the sandbox behind CORRIDOR_URL and says what is there: the distributed composition's last step. */
checkSettings(process.env, [seedSettings, gatewaySettings, demoSettings]);
const { url } = seedSettings.read(process.env);
const demo = demoOf(process.env);
if (demo) {
  await seed(url, demo);
  process.stdout.write(welcome(url, demo));
}
