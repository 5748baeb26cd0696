import { Loop } from './loop.js';

const pauseMs = 60_000;

afterEach(() => jest.restoreAllMocks());

/** As if it were this much later. */
function later(ms: number) {
  const now = performance.now();
  jest.spyOn(performance, 'now').mockReturnValue(now + ms);
}

it('is silent for as long as a step takes', async () => {
  let end = (): void => undefined;
  const step = new Promise<void>((resolve) => (end = resolve));
  const loop = new Loop(() => step.then(() => pauseMs));
  loop.start();
  later(5_000);
  expect(loop.silentMs()).toBeGreaterThanOrEqual(5_000);
  end();
  await step;
  await loop.stop();
  expect(loop.silentMs()).toBe(0);
});

it('is not silent between two steps', async () => {
  const loop = new Loop(() => Promise.resolve(pauseMs));
  loop.start();
  await Promise.resolve();
  later(50_000);
  expect(loop.silentMs()).toBe(0);
  await loop.stop();
});

it('is silent for ever once a step has failed', async () => {
  const loop = new Loop(() => Promise.reject(new Error('a defect')));
  loop.start();
  await expect(loop.stop()).rejects.toThrow('a defect');
  expect(loop.silentMs()).toBe(Infinity);
});
