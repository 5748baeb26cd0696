/** The signals on which a process ends in order: of a terminal, of a service manager, and of a terminal that is closed. */
export const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
