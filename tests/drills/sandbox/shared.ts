import { Alerts } from '../../support/alerts.js';
import { Api } from '../../support/api.js';
import { corridor } from '../../support/corridor-command.js';
import {
  endForgottenSessions,
  endHolder as endHolderAt,
  forgottenSession,
  rowsAt,
} from '../../support/forgotten-session.js';
import { Program } from '../../support/program.js';
import { Receiver } from '../../support/receiver.js';
import { DEMO_STAFF } from '../../support/staff.js';

/** The program that all drills here share, one after the other. Each restores it. */
export let program: Program;
export let receiver: Receiver;

export const alerts = new Alerts({
  CorridorOutboxOld: ['> 60', '> 1'],
  CorridorConsumerStuck: ['< 120', '< 5'],
  CorridorConsumerBehind: ['> 1000', '> 10'],
  CorridorMessagesHeld: ['> 600', '> 1'],
  CorridorCommandsFail: ['[5m]', '[10s]'],
  CorridorRequestsFail: ['[5m]', '[10s]'],
  CorridorPoolExhausted: ['[2m]', '[3s]'],
  CorridorWebhooksLate: ['> 120', '> 1'],
});

/** The demo administrator. */
export const operator = () => new Api(program.url, DEMO_STAFF);

/** A command of the runbooks, by the demo administrator. */
export const command = (text: string) => corridor(text, { url: program.url, key: DEMO_STAFF['x-api-key'] });

const urlOf = (database: string) => `${program.postgresUrl}/corridor_${database}`;

export const sql = (database: string, statement: string) => rowsAt(urlOf(database), statement);
export const forgotten = (database: string, ...statements: readonly string[]) =>
  forgottenSession(urlOf(database), ...statements);
export const endSession = (pid: number) => sql('ledger', `SELECT pg_terminate_backend(${pid})`);

export const endHolder = (database: string, alert = 'CorridorConsumerStuck') =>
  endHolderAt(urlOf(database), alert);

beforeAll(() =>
  alerts.watch(async () => {
    receiver = await Receiver.start();
    program = await Program.with({
      WEBHOOK_ALLOW_LOOPBACK: 'true',
      WEBHOOK_SWEEP_MS: '500',
      WEBHOOK_SCHEDULE_SECONDS: '0,1,1,2,2,4,4,8,8,16',
    });
    await program.start();
    return [program.metricsUrl];
  }),
);
afterEach(endForgottenSessions);
afterAll(async () => {
  await alerts.end();
  await program?.remove();
  await receiver?.close();
});
