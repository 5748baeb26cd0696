/**
 * Fastify alone as a yardstick of requests with a body: it validates the body against the same JSON schema and returns
 * it. It runs in a process of its own.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import Fastify from 'fastify';
import { Pool } from 'undici';

const file = fileURLToPath(import.meta.url);

/**
 * @param {string} path
 * @param {object} schema of the body
 * @param {number} atOnce
 */
export async function startEcho(path, schema, atOnce) {
  const child = fork(file);
  child.send({ path, schema });
  const [address] = await once(child, 'message');
  const pool = new Pool(address, { connections: atOnce });
  return {
    pool,
    async stop() {
      await pool.close();
      child.kill();
    },
  };
}

if (process.argv[1] === file) {
  process.once('disconnect', () => process.exit());
  process.once('message', async (/** @type {{ path: string, schema: object }} */ { path, schema }) => {
    const echo = Fastify({ ajv: { customOptions: { strict: false } } });
    echo.post(path, { schema: { body: schema } }, async ({ body }) => body);
    process.send?.(await echo.listen({ port: 0 }));
  });
}
