/** Assigns the samples of a CPU profile to the layers of a request. */

/** @typedef {import('./inspector.mjs').Profile} Profile */
/** @typedef {Profile['nodes'][number]} ProfileNode */

/** The layer of a file, by the first pattern that its address contains. */
const LAYERS = /** @type {const} */ ([
  [
    /\/(pg|pg-pool|pg-protocol|pg-types|postgres-\w+)\/|\/event-store\/dist\/batching-socket/,
    'Postgres client',
  ],
  [/\/(rate-limiter-flexible)\/|\/http\/dist\/authentication\/rate-limit/, 'rate limit'],
  [/\/http\/dist\/(request-id|traceparent)/, 'request and trace ids'],
  [/\/http\/dist\/body\//, 'body'],
  [/\/http\/dist\/input\//, 'checks of the body'],
  [/\/http\/dist\/idempotency\/(fingerprint|command|idempotency-key)/, 'key and fingerprint'],
  [/\/http\/dist\/problem\/|\/kernel\/dist\/refusal/, 'problem document'],
  [/\/apps\/gateway\/|\/http\/dist\/authentication\//, 'authentication, permissions'],
  [/\/libs\/http\//, 'other guards, envelope'],
  [/\/event-store\//, 'commands, batched reads'],
  [/\/(apps|libs)\//, 'service'],
  [/\/platform-fastify\/|\/@fastify\/middie\//, "hooks of Nest's Fastify adapter"],
  [/\/@nestjs\/|\/reflect-metadata\/|\/rxjs\//, 'Nest: handler, guards, pipes, filters'],
  [
    /\/(fastify|find-my-way|secure-json-parse|ajv|ajv-formats|fast-[\w-]+|toad-cache|light-my-request)\//,
    'Fastify',
  ],
  [/^node:/, 'Node: HTTP, streams, timers'],
]);

const V8 = new Map([
  ['(garbage collector)', 'garbage collection'],
  ['(program)', 'native code'],
  ['runMicrotasks', 'promises'],
  ['processTicksAndRejections', 'promises'],
]);
const SYSTEM_CALLS = new Set(['writev', 'writeUtf8String', 'writeLatin1String', 'writeBuffer']);

/**
 * Microseconds of each layer, in all those of the request.
 * @param {Profile} profile
 * @param {number} micros
 * @returns {Map<string, number>}
 */
export function layersOf({ nodes, samples, timeDeltas }, micros) {
  const parents = new Map(nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node])));
  const layers = new Map(nodes.map((node) => [node.id, layerOf(node, parents)]));
  /** @type {Map<string, number>} */
  const times = new Map();
  let busy = 0;
  samples.forEach((id, n) => {
    const layer = layers.get(id);
    if (layer === undefined || layer === null) return;
    const time = timeDeltas[n] ?? 0;
    busy += time;
    times.set(layer, (times.get(layer) ?? 0) + time);
  });
  return new Map([...times].map(([layer, time]) => [layer, (time / busy) * micros]));
}

/** Null while the process waits. @param {ProfileNode} node @param {Map<number, ProfileNode>} parents */
function layerOf(node, parents) {
  const { functionName } = node.callFrame;
  if (functionName === '(idle)') return null;
  const own = V8.get(functionName);
  if (own) return own;
  const stack = [];
  for (let at = /** @type {ProfileNode | undefined} */ (node); at; at = parents.get(at.id))
    stack.push(at.callFrame.url);
  const isPostgres = stack.some((url) => LAYERS[0][0].test(url));
  if (SYSTEM_CALLS.has(functionName)) return isPostgres ? 'writes to Postgres' : 'writes to clients';
  for (const url of stack)
    for (const [pattern, layer] of LAYERS)
      if (pattern.test(url)) return isPostgres && url.startsWith('node:') ? 'Postgres client' : layer;
  return 'native code';
}
