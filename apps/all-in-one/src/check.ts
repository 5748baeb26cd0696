import { ALL_IN_ONE, DISTRIBUTED, checkStart } from './check-start.js';
import { exitBecause } from './exit-because.js';

/** Checks the settings and the port before the first build; `distributed` is the first argument for that composition. */
try {
  await checkStart(process.env, process.argv[2] === 'distributed' ? DISTRIBUTED : ALL_IN_ONE);
} catch (error) {
  exitBecause(error);
}
