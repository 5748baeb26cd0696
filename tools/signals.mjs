/**
 * Handles Ctrl-C and similar signals. npm forwards a Ctrl-C that the terminal has already sent to the whole process
 * group, so the same signal often arrives twice within milliseconds; a later second one means that the user wants to
 * stop at once.
 *
 * @param {(signal: NodeJS.Signals) => void} first stops gracefully
 * @param {() => void} impatient stops at once
 */
export function onSignals(first, impatient) {
  let since = 0;
  for (const signal of /** @type {NodeJS.Signals[]} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      if (since === 0) {
        since = Date.now();
        first(signal);
      } else if (Date.now() - since > 1000) {
        impatient();
      }
    });
  }
}

/** How often a program looks whether npm still runs. */
const LOOK_MS = 200;

/**
 * Ends this process by SIGTERM when the npm that has started it ends: npm passes a SIGTERM only to the shell between
 * them, which ends without passing it on.
 */
export function endWithNpm() {
  if (!process.env['npm_lifecycle_event']) return;
  const shell = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(looking);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_MS).unref();
}
