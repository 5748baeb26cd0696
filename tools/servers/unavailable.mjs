/** A server is not available on this machine; the message says why and what would help. */
export class Unavailable extends Error {}
