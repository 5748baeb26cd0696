/** The yardstick of `http.mjs`, as a process of its own: Fastify returns the body that it has validated. */
import Fastify from 'fastify';

process.once('message', async ({ path, schema }) => {
  const echo = Fastify({ ajv: { customOptions: { strict: false } } });
  echo.post(path, { schema: { body: schema } }, async ({ body }) => body);
  process.send(await echo.listen({ port: 0 }));
});
