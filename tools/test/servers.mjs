/**
 * Tests use only servers that were started for tests. The variable CORRIDOR_TEST_SERVERS lists the addresses of those, and
 * the test command and `npm run servers up` set it; a server that a shell names for other purposes is never touched.
 */

/** Removes the addresses of all other servers. @param {NodeJS.ProcessEnv} env */
export function forgetOtherServers(env) {
  const started = (env['CORRIDOR_TEST_SERVERS'] ?? '').split(' ');
  for (const name of ['DATABASE_URL', 'KAFKA_BROKERS', 'REDIS_URL'])
    if (!started.includes(env[name] ?? '')) delete env[name];
}
