import { refuse } from '@corridor/kernel';
import { DueWork, MAX_ATTEMPTS } from './due-work.js';

class Work extends DueWork {
  readonly done: string[] = [];
  constructor(private readonly outcomes: Record<string, () => void>) {
    super();
  }

  override carryOut() {
    return this.each(
      Object.keys(this.outcomes).map((id) => ({ id })),
      async (id) => {
        this.outcomes[id]?.();
        this.done.push(id);
      },
    );
  }

  override async nextAfter() {
    return null;
  }
}

const parked = () => {
  throw refuse('step_parked');
};

test('a record that cannot be completed holds the clock for a limited number of attempts, and is named', async () => {
  const work = new Work({ first: () => undefined, stuck: parked, last: () => undefined });
  for (let n = 1; n < MAX_ATTEMPTS; n++)
    await expect(work.carryOut()).rejects.toThrow('the test clock waits for stuck');
  expect(work.done).not.toContain('last');
  await work.carryOut();
  await work.carryOut(); // of a later turn
  expect(work.done.filter((id) => id === 'last')).toHaveLength(2);
});

test('attempts are counted in a row', async () => {
  let isStuck = true;
  const work = new Work({ stuck: () => isStuck && parked(), last: () => undefined });
  for (let n = 1; n < MAX_ATTEMPTS; n++) await expect(work.carryOut()).rejects.toThrow('stuck');
  isStuck = false;
  await work.carryOut();
  isStuck = true;
  await expect(work.carryOut()).rejects.toThrow('stuck');
});

test('a refusal for a reason of its own holds nothing', async () => {
  const poor = () => {
    throw refuse('insufficient_funds');
  };
  const work = new Work({ poor, last: () => undefined });
  await work.carryOut();
  expect(work.done).toEqual(['last']);
});
