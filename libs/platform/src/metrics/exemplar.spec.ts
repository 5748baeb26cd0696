import { startTracing } from '@corridor/tracing';
import { exemplarOf } from './exemplar.js';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const [exported, other] = ['01', '00'].map((flags) => `00-${traceId}-00f067aa0ba902b7-${flags}`);
const [shown, none] = [{ exemplarLabels: { trace_id: traceId } }, { exemplarLabels: {} }];

test('is the trace of what was measured; while traces are exported, only one that is among them', async () => {
  expect([exemplarOf(exported), exemplarOf(other), exemplarOf(undefined)]).toEqual([shown, shown, none]);
  const options = { endpoint: 'http://127.0.0.1:1', headers: {}, ratio: 1, service: 'test' };
  const stop = startTracing({ ...options, onHealth: () => undefined });
  expect([exemplarOf(exported), exemplarOf(other), exemplarOf(undefined)]).toEqual([shown, none, none]);
  await stop();
});
