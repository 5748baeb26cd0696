import { type Corridor, isProblem } from '@corridor/sdk';
import { UsageError } from '../usage-error.js';
import { type Call, type ClientOption, textOf } from './client-command.js';

/** The options of what is ordered in one currency and paid for in another one. */
export const ORDER_OPTIONS = {
  amount: { value: 'amount', text: 'such as 1000.50, in the currency that is bought', isRequired: true },
  fixed: { value: 'buy|sell', text: 'sell: the amount is in the currency that is sold (default: buy)' },
  watch: { text: 'waits for the end, and shows each status' },
  simulate: { text: 'in the sandbox, plays the bank, so that the order is carried out at once' },
  timeout: { value: 'seconds', text: 'of --watch; then the exit code is 5 (default: 300)' },
  key: { value: 'key', text: 'the idempotency key of an earlier call, to repeat it' },
} as const satisfies Record<string, ClientOption>;

/** @throws UsageError for what is no amount */
export function amountOf(call: Call): string {
  const amount = textOf(call, 'amount') ?? '';
  if (!/^\d+(\.\d+)?$/.test(amount))
    throw new UsageError(`--amount must be a number such as 1000.50, not "${amount}"`);
  return amount;
}

export function fixedSideOf(call: Call): 'BUY' | 'SELL' {
  const fixed = (textOf(call, 'fixed') ?? 'buy').toUpperCase();
  if (fixed !== 'BUY' && fixed !== 'SELL') throw new UsageError('--fixed must be buy or sell');
  return fixed;
}

export function timeoutOf(call: Call): number {
  const seconds = textOf(call, 'timeout') ?? '300';
  if (!/^\d{1,6}$/.test(seconds)) throw new UsageError(`--timeout must be seconds, not "${seconds}"`);
  return Number(seconds) * 1_000;
}

export const commandOptions = (call: Call): { idempotencyKey?: string } => {
  const key = textOf(call, 'key');
  return key === undefined ? {} : { idempotencyKey: key };
};

/** Of the clock of the client, which only a sandbox has. */
export async function today(corridor: Corridor, now: Date): Promise<string> {
  try {
    return (await corridor.getClock()).now.slice(0, 10);
  } catch (error) {
    if (!isProblem(error, 'not_found')) throw error;
    return now.toISOString().slice(0, 10);
  }
}

const NOTHING_MOVES =
  'In the sandbox nothing moves by itself: --simulate plays the bank, or use the simulators of the API.\n';

/** Says why a record may stay as it is. */
export async function explainSandbox({ corridor, terminal }: Call): Promise<void> {
  const { environment } = await corridor.whoAmI();
  if (environment.name === 'SANDBOX') terminal.say(NOTHING_MOVES);
}
