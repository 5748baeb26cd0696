/** A command line that is not understood: nothing was sent. */
export class UsageError extends Error {}
