import { exitBecause } from './exit-because.js';
import { start } from './start.js';

try {
  await start();
} catch (error) {
  exitBecause(error);
}
