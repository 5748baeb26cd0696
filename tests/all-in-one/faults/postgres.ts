import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '@corridor/embedded-postgres';
import { Api } from '../../support/api.js';
import { instructionFor } from '../../support/instruction.js';
import { fundedClient } from '../../support/system.js';
import { logLines } from '../../support/log-lines.js';
import { DEMO_STAFF } from '../../support/staff.js';
import { program } from './shared.js';

const ready = async () => (await fetch(`${program.url}/health/ready`).then(discarded)).status === 200;
const discarded = async (response: Response) => {
  await response.arrayBuffer();
  return response;
};

describe('the embedded Postgres', () => {
  it('is started again when it is killed; until then requests are 503, and its log is a few lines', async () => {
    const { api, beneficiaryId } = await fundedClient({ GBP: 1000 }, new Api(program.url, DEMO_STAFF));
    const before = warnings().length;
    process.kill(program.postmasterPid, 'SIGKILL');
    const create = async (key: string) =>
      (await api.post('/v1/payment-instructions', instructionFor(beneficiaryId, { amount: 10 }), { key }))
        .status;
    let created = 0;
    for (let isDown = false; !isDown;) {
      const key = randomUUID();
      let status = await create(key);
      for (; status === 503; status = await create(key)) {
        isDown = true;
        await sleep(20);
      }
      expect(status).toBe(200);
      created += 1;
    }
    while (!(await ready())) await sleep(20);
    const { body } = await api.get('/v1/payment-instructions');
    expect(body.meta.totalCount).toBe(created);
    const lines = warnings().slice(before);
    expect(lines.map(({ msg }) => msg)).toEqual(
      expect.arrayContaining(['Postgres has ended by itself, and is started again', 'Postgres runs again']),
    );
    expect(logLines(program.output)).toContainEqual(
      expect.objectContaining({ request: expect.stringMatching(/^POST \/v1\/payment-instructions \S+$/) }),
    );
    expect(lines.length).toBeLessThan(100);
  });

  it.each(['SIGHUP', 'SIGKILL'] as const)('ends with the program after %s', async (signal) => {
    const postmaster = program.postmasterPid;
    await program.end(signal);
    while (isAlive(postmaster)) await sleep(20);
    await program.start();
    expect(await ready()).toBe(true);
  });
});

/** Warnings and errors of the present run. */
const warnings = () => logLines(program.output).filter(({ level }) => level >= 40);
