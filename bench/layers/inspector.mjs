/** A connection to the inspector of a Node process. */

/** @typedef {Awaited<ReturnType<typeof inspect>>} Inspector */

/**
 * @typedef {object} Profile of the Chrome DevTools protocol
 * @property {{ id: number, callFrame: { functionName: string, url: string }, children?: number[] }[]} nodes
 * @property {number[]} samples ids of nodes
 * @property {number[]} timeDeltas in microseconds
 */

const SAMPLE_MICROS = 200;

/** @param {number} port */
export async function inspect(port) {
  const [target] = await (await fetch(`http://127.0.0.1:${port}/json`)).json();
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  /** @type {Map<number, (result: any) => void>} */
  const waiting = new Map();
  socket.onmessage = ({ data }) => {
    const { id, result } = JSON.parse(data);
    waiting.get(id)?.(result);
    waiting.delete(id);
  };
  let last = 0;
  /** @param {string} method @param {object} [params] @returns {Promise<any>} */
  const send = (method, params = {}) =>
    new Promise((resolve) => {
      waiting.set(++last, resolve);
      socket.send(JSON.stringify({ id: last, method, params }));
    });
  const cpu = async () => {
    const expression = '(({ user, system }) => user + system)(process.threadCpuUsage())';
    return /** @type {number} */ ((await send('Runtime.evaluate', { expression })).result.value);
  };
  await send('Profiler.enable');
  await send('Profiler.setSamplingInterval', { interval: SAMPLE_MICROS });
  return {
    /** The stacks and the processor time of the main thread during some work. @param {() => Promise<void>} work */
    async profile(work) {
      const before = await cpu();
      await work(); // without samples, which cost time
      const cpuMicros = (await cpu()) - before;
      await send('Profiler.start');
      await work();
      const { profile } = await send('Profiler.stop');
      return { profile: /** @type {Profile} */ (profile), cpuMicros };
    },
    close: () => socket.close(),
  };
}
