import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientClock, ClientClockBody, Corridor } from '@corridor/sdk';
import { UsageError } from '../usage-error.js';
import { type Call, type ClientCommand, type Outcome, data, textOf } from './client-command.js';

/** How often the clock is looked at while it advances. */
const LOOK_MS = 1_000;
/** What falls into a long advance is worth waiting for. */
const PATIENCE = { maxAttempts: 1_000, timeoutMs: 1_800_000 };

export const clock: ClientCommand = {
  words: ['clock'],
  parameters: [],
  summary: 'Shows the clock of the client in the sandbox',
  options: {},
  run: async ({ corridor }) => data(await corridor.getClock()),
};

export const clockAdvance: ClientCommand = {
  words: ['clock', 'advance'],
  parameters: [],
  summary: 'Advances the clock of the client in the sandbox, by default to the next business day',
  description: 'What becomes due happens. The clock never goes back.',
  options: {
    to: { value: 'time', text: 'a date (2026-12-24), or a moment in UTC (2026-12-24T15:00)' },
    ccy: { value: 'currency', text: 'the next business day is one of this currency' },
    'to-ccy': { value: 'currency', text: 'with --ccy: one of a conversion between the two' },
  },
  run: advance,
};

async function advance(call: Call): Promise<Outcome> {
  const { connect, terminal } = call;
  const body = bodyOf(call);
  const corridor = connect(PATIENCE);
  const done = new AbortController();
  const told = tellProgress(corridor, done.signal, (text) => terminal.say(text));
  const now = await corridor.advanceClock(body).finally(() => done.abort());
  await told;
  return data(now);
}

function bodyOf(call: Call): ClientClockBody {
  const [to, ccyCode, toCcyCode] = ['to', 'ccy', 'to-ccy'].map((name) => textOf(call, name));
  if (to !== undefined && ccyCode !== undefined) throw new UsageError('--to and --ccy exclude each other');
  if (to === undefined)
    return { advanceTo: 'NEXT_BUSINESS_DAY', ...(ccyCode && { ccyCode }), ...(toCcyCode && { toCcyCode }) };
  return /^\d{4}-\d\d-\d\d$/.test(to) ? { date: to } : { instant: to };
}

/** Until the signal: where the clock is, whenever that has changed. */
async function tellProgress(
  corridor: Corridor,
  signal: AbortSignal,
  say: (text: string) => void,
): Promise<void> {
  let shown = '';
  while (!signal.aborted) {
    await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    // The advance itself reports what is wrong.
    const at: ClientClock | null = await corridor.getClock({ signal }).catch(() => null);
    if (!at?.advancingTo || [shown, at.advancingTo].includes(at.now)) continue;
    shown = at.now;
    say(`The clock is at ${at.now}, on its way to ${at.advancingTo}\n`);
  }
}
