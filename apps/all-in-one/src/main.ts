import { start } from './start.js';

try {
  await start();
} catch (error) {
  const { code, message, port } = error as NodeJS.ErrnoException & { port?: number };
  const why = code === 'EADDRINUSE' ? `port ${port} is taken. Set PORT to another one.` : message;
  process.stderr.write(`\n  Corridor could not start: ${why}\n\n`);
  process.exit(1);
}
