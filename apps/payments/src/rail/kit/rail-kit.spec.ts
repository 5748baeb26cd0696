import { ManualRail } from '../manual-rail.js';
import type { Handover, PaymentRail, RailBatch, RailReport } from '../payment-rail.js';
import { SimulatedRail } from '../simulated-rail.js';
import { type RailUnderTest, describeRail, railChecks } from './rail-kit.js';
import { ScriptedRail } from './scripted-rail.js';

/**
 * People do what the rail leaves to them: they see each submission once, key it once, and record what the bank says. In the
 * sandbox these are the client's simulators.
 */
function byPeople(rail: PaymentRail): RailUnderTest {
  const keyed = new Map<string, string>();
  let said: readonly RailReport[] = [];
  const observed: PaymentRail = Object.assign(Object.create(rail) as PaymentRail, {
    async submit(batch: RailBatch, signal: AbortSignal): Promise<Handover> {
      const handover = await rail.submit(batch, signal);
      for (const { id, reference } of batch.payments) keyed.set(id, reference);
      return handover;
    },
    async collect(...[take, ...others]: Parameters<PaymentRail['collect']>): Promise<void> {
      await rail.collect(take, ...others);
      await take(said);
      said = [];
    },
  });
  return {
    rail: observed,
    bank: {
      executed: () => Promise.resolve([...keyed.values()]),
      says(...reports) {
        said = [...said, ...reports];
        return Promise.resolve();
      },
    },
  };
}

const scripted = (flaw: ScriptedRail['flaw'] = null): RailUnderTest => {
  const rail = new ScriptedRail(flaw);
  return { rail, bank: rail };
};

describeRail('simulated', () => Promise.resolve(byPeople(new SimulatedRail())));
describeRail('manual', () => Promise.resolve(byPeople(new ManualRail('CORRGB2LXXX'))));
describeRail('scripted', () => Promise.resolve(scripted()));

describe('a rail that is wrong does not pass', () => {
  test.each([
    [
      'executes again',
      [
        'executes a payment once, however often its batch is submitted',
        'executes a payment once if what is left of its batch is submitted again',
        'does not lose or repeat a batch to which the bank has not responded in time, if the test bank can be silent',
      ],
    ],
    ['works alone', ['can collect twice at the same time, as replicas do']],
    ['forgets', ['passes on again what could not be stored']],
    ['drops details', ['passes on a return that comes after the payment was settled, with what came back']],
  ] as const)('one that %s', async (flaw, expected) => {
    const failed: string[] = [];
    for (const check of railChecks) await check.run(scripted(flaw)).catch(() => failed.push(check.name));
    expect(failed).toEqual(expected);
  });
});
