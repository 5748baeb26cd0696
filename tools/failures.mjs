/**
 * Reports in one line why this program cannot do its work, and exits with code 1. An `Error` describes a condition of the
 * machine; any other error, such as a `TypeError`, is a defect and is shown with its stack.
 *
 * @param {string} what could not be done
 */
export function reportFailures(what) {
  process.on('uncaughtException', ({ name, message, stack }) => {
    console.error(`\n  ${what}: ${name === 'Error' ? message : stack}\n`);
    process.exit(1);
  });
}
