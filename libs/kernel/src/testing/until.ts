const PAUSE_MS = 20;
/** Longer than anything takes on a busy machine, and less than the timeout of a test. */
const PATIENCE_MS = 120_000;

/**
 * Waits for a condition.
 * @param instead what is the case instead, for the error
 * @throws Error if it is not met in two minutes
 */
export async function until(
  isMet: () => boolean | Promise<boolean>,
  instead: () => string = () => `not met: ${String(isMet)}`,
): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; !(await isMet());) {
    if (Date.now() > deadline) throw new Error(`${instead()}, after ${PATIENCE_MS} ms`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
