import type { Sql } from '@corridor/event-store';
import { digestOf } from './api-key/secret.js';

/** Makes the login of the second demo client from that of the first. */
export const SECOND = 'second.';

/** What a sandbox has unless its settings say otherwise. Everybody can read it, so PRODUCTION does not start with any of it. */
export const DEMO = {
  apiKey: 'ck_sandbox_demo_acme_trading',
  secondApiKey: 'ck_sandbox_demo_globex_gmbh',
  email: 'demo@corridor.example',
  password: 'corridor-demo-password',
  staffEmail: 'staff@corridor.example',
  staffPassword: 'corridor-staff-password',
  staffApiKey: 'ok_sandbox_demo_administrator',
} as const;

const keys = [DEMO.apiKey, DEMO.secondApiKey, DEMO.staffApiKey];
const emails = [DEMO.email, `${SECOND}${DEMO.email}`, DEMO.staffEmail];

/**
 * Demo credentials in the database of the gateway, for example because the data of a sandbox was copied there.
 * @returns what to do; null without any
 */
export async function storedDemoCredentials(sql: Sql): Promise<string | null> {
  const [tables] = await sql.query<{ exist: boolean }>(
    `SELECT to_regclass('login') IS NOT NULL AND to_regclass('staff_login') IS NOT NULL AS exist`,
  );
  if (!tables?.exist) return null;
  const found = await sql.query<{ value: string }>(
    `SELECT digest AS value FROM credential WHERE digest = ANY ($1)
     UNION SELECT digest FROM staff_credential WHERE digest = ANY ($1)
     UNION SELECT email FROM login WHERE email = ANY ($2)
     UNION SELECT email FROM staff_login WHERE email = ANY ($2)`,
    [keys.map(digestOf), emails],
  );
  const values = new Set(found.map(({ value }) => value));
  const names = [
    ...keys.filter((key) => values.has(digestOf(key))),
    ...emails.filter((one) => values.has(one)),
  ];
  if (names.length === 0) return null;
  return `the database of the gateway has the demo credentials ${names.join(', ')}: PRODUCTION needs one that was not copied from a sandbox`;
}
