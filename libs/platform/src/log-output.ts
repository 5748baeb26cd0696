import { type DestinationStream, pino } from 'pino';

/** How much text waits for a disk that is full, or for whoever reads the log, in bytes. */
const MOST_WAITING = 1_000_000;
const RETRY_MS = 200;
const WARN = 40;

/**
 * Standard error, written at once. While it cannot be written, for example because the disk of its file is full, entries wait and
 * are tried again. What exceeds the limit is lost, and an entry counts it as soon as one can be written. It never ends or delays
 * the process; the output of pino without a listener does, and so does its `flushSync`, which therefore is not passed on.
 */
export function logOutput(): DestinationStream {
  const output = pino.destination({ dest: 2, sync: true, maxLength: MOST_WAITING, retryEAGAIN: () => false });
  let [isWritable, lost] = [true, 0];
  let retry: NodeJS.Timeout | undefined;

  const tryWaiting = () => {
    retry = undefined;
    isWritable = true;
    output.write('');
    if (!isWritable || lost === 0) return;
    output.write(
      `${JSON.stringify({ level: WARN, time: Date.now(), lost, msg: 'log entries were lost' })}\n`,
    );
    lost = 0;
  };
  output.on('error', () => {
    isWritable = false; // there is nowhere to report it
    retry ??= setTimeout(tryWaiting, RETRY_MS).unref();
  });
  output.on('drop', () => (lost += 1));
  return { write: (entry) => void output.write(entry) };
}
