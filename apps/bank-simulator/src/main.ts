import { run } from './cli.js';

const ended = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ended.abort());

process.exitCode = await run(
  process.argv.slice(2),
  {
    now: () => Date.now(),
    write: (line) => void process.stdout.write(line),
    complain: (line) => void process.stderr.write(line),
  },
  ended.signal,
);
