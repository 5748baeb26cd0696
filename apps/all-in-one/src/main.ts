import { listenFailure } from '@corridor/platform';
import { start } from './start.js';

try {
  await start();
} catch (error) {
  const why = listenFailure(error) ?? (error as Error).message;
  process.stderr.write(`\n  Corridor could not start: ${why}\n\n`);
  process.exit(1);
}
