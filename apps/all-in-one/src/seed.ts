import { Config } from '@corridor/platform';
import { welcome } from './banner.js';
import { demoOf } from './seed/demo.js';
import { seed } from './seed/seed.js';

/** Fills the sandbox behind CORRIDOR_URL and says what is there: the distributed composition's last step. */
const config = new Config(process.env);
const url = config.text('CORRIDOR_URL');
const demo = demoOf(config);
if (demo) {
  await seed(url, demo);
  process.stdout.write(welcome(url, demo));
}
