import { healthOf } from './health.js';

type Deliveries = Parameters<typeof healthOf>[0];

const attempt = (second: number, outcome: string, latencyMs: number | null) => ({
  startedOn: `2026-11-28T10:00:${String(second).padStart(2, '0')}.000`,
  outcome,
  latencyMs,
});
const delivering = (...attempts: object[]) => ({ attempts });
const of = (...deliveries: object[]) => healthOf(deliveries as unknown as Deliveries);

test('has the attempts of all notifications in their order, whatever notification they are of', () => {
  const { attempts, ...rest } = of(
    delivering(attempt(1, 'FAILED', 90), attempt(30, 'DELIVERED', 20)),
    delivering(attempt(2, 'INTERRUPTED', null), attempt(3, 'DELIVERED', 40)),
  );
  expect(attempts.map(({ startedOn }) => startedOn.slice(17, 19))).toEqual(['01', '02', '03', '30']);
  expect(rest).toEqual({ delivered: 2, medianMs: 40, slowestMs: 90 });
});

test('has the last sixty', () => {
  const many = Array.from({ length: 3 }, (_, n) =>
    delivering(
      ...Array.from({ length: 30 }, (_, i) => attempt((i + n) % 60, n === 0 ? 'FAILED' : 'DELIVERED', i)),
    ),
  );
  expect(of(...many).attempts).toHaveLength(60);
});

test('knows no latency without an attempt that ended', () =>
  expect(of(delivering(attempt(1, 'INTERRUPTED', null)))).toMatchObject({ medianMs: null, slowestMs: null }));
