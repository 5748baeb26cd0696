import { TestClock } from '@corridor/testing';
import { startTestService } from '@corridor/testing/service';
import { digestOf } from './api-key/secret.js';
import { DEMO } from './demo-credentials.js';
import { GatewayModule } from './gateway.module.js';
import { service } from './service.js';

const clock = new TestClock(new Date('2026-11-23T09:00:00Z'));

const login = (email: string) =>
  `INSERT INTO login (email, user_id, client_id, password_hash) VALUES ('${email}', 'usr_1', 'cli_1', 'x')`;
const key = (table: string, columns: string, secret: string) =>
  `INSERT INTO ${table} (digest, ${columns}) VALUES ('${digestOf(secret)}', '1', '2')`;

test.each([
  ['a login', login(DEMO.email), DEMO.email],
  ['the login of the second client', login(`second.${DEMO.email}`), `second.${DEMO.email}`],
  [
    'the login of the administrator',
    `INSERT INTO staff_login (email, staff_id, password_hash) VALUES ('${DEMO.staffEmail}', 'stf_1', 'x')`,
    DEMO.staffEmail,
  ],
  ['a key', key('credential', 'api_key_id, user_id', DEMO.secondApiKey), DEMO.secondApiKey],
  [
    'a key of the administrator',
    key('staff_credential', 'key_id, staff_id', DEMO.staffApiKey),
    DEMO.staffApiKey,
  ],
])('the gateway does not start in PRODUCTION with %s of a demo in its database', async (_, insert, name) => {
  const sandbox = await startTestService(service, GatewayModule.in('SANDBOX'), { clock });
  const { database } = sandbox.db;
  const start = (environment: 'SANDBOX' | 'PRODUCTION') =>
    startTestService(service, GatewayModule.in(environment), {
      clock,
      database: sandbox.db,
      variables: { ENVIRONMENT: environment },
    });
  await (await start('PRODUCTION')).close();
  await database.query(login('demo@acme.example').replaceAll("_1'", "_2'"));
  await (await start('PRODUCTION')).close();
  await database.query(insert);
  await expect(start('PRODUCTION')).rejects.toThrow(
    `the database of the gateway has the demo credentials ${name}: `,
  );
  await sandbox.close();
});
