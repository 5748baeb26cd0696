interface FailedListen extends NodeJS.ErrnoException {
  readonly port?: number;
  readonly address?: string;
  readonly hostname?: string;
  /** The setting of the port, if it is not PORT. */
  readonly setting?: string;
}

/** Why a program cannot listen at its address, and what to change; null for any other error. */
export function listenFailure(error: unknown): string | null {
  const { code = '', syscall, port, address, hostname, setting = 'PORT' } = error as FailedListen;
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `port ${port} is taken. Set ${setting} to another one.`,
    EACCES: `port ${port} is not permitted. Set ${setting} to another one.`,
    EADDRNOTAVAIL: `${address} is no address of this machine. Set HOST to one.`,
    ENOTFOUND: `the host ${hostname} is unknown. Set HOST to an address of this machine.`,
  };
  return syscall === 'listen' || syscall === 'getaddrinfo' ? (reasons[code] ?? null) : null;
}
