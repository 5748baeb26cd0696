/** A service of `bench/banks.mjs` as a process of its own, and the memory that it has needed. */
import { fork } from 'node:child_process';
import { join } from 'node:path';

/**
 * @param {string} name of the service
 * @param {Record<string, string>} variables
 * @param {string[]} others services whose messages it gets
 */
export async function startService(name, variables, others = []) {
  const args = [name, JSON.stringify(variables), ...others];
  const child = fork(join(import.meta.dirname, 'service.mjs'), args);
  let isStopping = false;
  /** @type {number[]} */
  let samples = [];
  /** @type {PromiseWithResolvers<string>} */
  const ready = Promise.withResolvers();
  child.once('exit', (code) => {
    if (isStopping) return;
    console.error(`${name} has ended with ${code}`);
    process.exit(1);
  });
  child.on('message', (/** @type {{ url: string } | { rss: number }} */ told) =>
    'url' in told ? ready.resolve(told.url) : samples.push(told.rss),
  );
  const url = await ready.promise;

  return {
    url,
    /** Since the last time: at the start, in the middle and at the end, and the most of all. */
    memory() {
      const at = (/** @type {number} */ share) => mb(samples[Math.floor((samples.length - 1) * share)] ?? 0);
      const text = `${name} ${at(0)}, ${at(0.5)}, ${at(1)}, at most ${mb(Math.max(0, ...samples))}`;
      samples = [];
      return text;
    },
    stop() {
      isStopping = true;
      child.kill();
    },
  };
}

/** @param {number} bytes */
export const mb = (bytes) => `${Math.round(bytes / 2 ** 20)} MB`;
