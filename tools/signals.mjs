/**
 * Ctrl-C and its relatives. npm hands a Ctrl-C on that the terminal has already sent to the whole group, so the same
 * signal often comes twice within milliseconds; a second one that comes later is an impatient person.
 *
 * @param {(signal: NodeJS.Signals) => void} first ends things in order
 * @param {() => void} impatient ends things at once
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
