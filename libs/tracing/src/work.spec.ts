import { setTimeout as sleep } from 'node:timers/promises';
import { currentWork, workFields, workingOn, workingOnNothing } from './work.js';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';
const work = (requestId: string | null) => ({ requestId, traceparent: `00-${traceId}-${spanId}-01` });

test('what is written during work names it, also after a wait', async () => {
  expect(workFields()).toEqual({});
  const seen = await Promise.all(
    ['first', 'second'].map((id) =>
      workingOn(work(id), async () => {
        await sleep(1);
        return workFields();
      }),
    ),
  );
  expect(seen).toEqual([
    { requestId: 'first', traceId, spanId },
    { requestId: 'second', traceId, spanId },
  ]);
  expect(currentWork()).toBeUndefined();
});

test('a job knows its trace alone', () => {
  expect(workingOn(work(null), workFields)).toEqual({ traceId, spanId });
});

test('what serves many names nobody', () => {
  expect(workingOn(work('first'), () => workingOnNothing(workFields))).toEqual({});
});
