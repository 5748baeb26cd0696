import { start } from './start.js';

interface FailedListen extends NodeJS.ErrnoException {
  readonly port?: number;
  readonly address?: string;
  readonly hostname?: string;
}

try {
  await start();
} catch (error) {
  const { code, message, syscall, port, address, hostname } = error as FailedListen;
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `port ${port} is taken. Set PORT to another one.`,
    EACCES: `port ${port} is not permitted. Set PORT to another one.`,
    EADDRNOTAVAIL: `${address} is no address of this machine. Set HOST to one.`,
    ENOTFOUND: `the host ${hostname} is unknown. Set HOST to an address of this machine.`,
  };
  const why = ((syscall === 'listen' || syscall === 'getaddrinfo') && code && reasons[code]) || message;
  process.stderr.write(`\n  Corridor could not start: ${why}\n\n`);
  process.exit(1);
}
