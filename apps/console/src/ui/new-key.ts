/** A new idempotency key by what every shell has: Debian comes without `uuidgen`. */
export const NEW_KEY = 'copy-$(date +%s)-$RANDOM';
