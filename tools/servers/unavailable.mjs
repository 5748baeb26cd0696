/** A server is not available on this machine; the message says why and what would help. */
export class Unavailable extends Error {}

/**
 * For tests: what this machine has or obtains, or null with a warning.
 * @template T @param {string} what is not tested without it @param {() => T} obtain @returns {T | null}
 * @throws {Unavailable} in CI
 */
export function ifAvailable(what, obtain) {
  try {
    return obtain();
  } catch (error) {
    if (!(error instanceof Unavailable) || process.env['CI']) throw error;
    console.warn(`NOT TESTED: ${what}, because ${error.message}`);
    return null;
  }
}
