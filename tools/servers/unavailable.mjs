/** A server cannot be had on this machine; the message says why and what would help. */
export class Unavailable extends Error {}
