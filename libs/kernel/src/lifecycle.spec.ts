import { existing, lifecycleOf } from './lifecycle.js';
import { type Process, atRest, outcomeOf, reached, stepBegun, stepDeclined } from './process-step.js';
import { Refusal } from './refusal.js';

type State = { readonly status: 'NEW' } | (Process & { readonly status: 'OPEN' | 'CLOSED' });

const lifecycle = lifecycleOf('account', {
  open: { from: ['NEW'], event: 'opened', to: 'OPEN' },
  close: { from: ['OPEN'], event: 'closed', to: 'CLOSED' },
  rename: { from: ['OPEN'], event: 'renamed', to: 'OPEN', refusal: 'subscription_ended' },
});
const missing: State = { status: 'NEW' };
const open: State = { status: 'OPEN', ...atRest };
const closing: State = { status: 'OPEN', ...stepBegun({ command: 'close' }) };
const closed: State = { status: 'CLOSED', ...atRest };

const refusalOf = (act: () => unknown) => {
  try {
    return act();
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
};

describe('the table of a lifecycle', () => {
  it.each<[keyof typeof lifecycle.table, State, string | State]>([
    ['open', missing, missing],
    ['open', open, 'illegal_transition'],
    ['open', closing, 'illegal_transition'],
    ['close', missing, 'not_found'],
    ['close', open, open],
    ['close', closing, 'step_in_progress'],
    ['close', closed, 'illegal_transition'],
    ['rename', missing, 'not_found'],
    ['rename', closing, 'step_in_progress'],
    ['rename', closed, 'subscription_ended'],
  ])('%s, %j: %j', (command, state, expected) =>
    expect(refusalOf(() => lifecycle.requireStatus(state, command))).toEqual(expected),
  );

  it('reports the status of the record', () => {
    expect(() => lifecycle.requireStatus(closed, 'close')).toThrow('The account is CLOSED.');
  });

  it('refuses by status before it refuses by step, if the table names the refusal', () => {
    const renaming = { ...closing, status: 'CLOSED' };
    expect(refusalOf(() => lifecycle.requireStatus(renaming, 'rename'))).toBe('subscription_ended');
    expect(refusalOf(() => lifecycle.requireStatus(renaming, 'close'))).toBe('step_in_progress');
  });

  it('has the status after an event that completes a command', () => {
    expect(lifecycle.statusAfter({ type: 'closed' })).toBe('CLOSED');
    expect(lifecycle.completedBy({ type: 'opened' })).toEqual({ from: ['NEW'], event: 'opened', to: 'OPEN' });
    expect(lifecycle.changesStatus({ type: 'renamed' })).toBe(true);
    expect(lifecycle.changesStatus({ type: 'looked_at' })).toBe(false);
  });

  it('has one command for each event', () => {
    const twice = { from: ['NEW'], event: 'opened', to: 'OPEN' } as const;
    expect(() => lifecycleOf('account', { open: twice, reopen: twice })).toThrow(
      'account: one event completes two',
    );
  });

  it('allows in "from" only statuses that a command leads to', () => {
    const open = { from: ['NEW'], event: 'opened', to: 'OPEN' } as const;
    const close = { from: ['CLOSE'], event: 'closed', to: 'CLOSED' } as const;
    // @ts-expect-error CLOSE is not a status
    expect(lifecycleOf('account', { open, close })).toBeDefined();
  });

  it('requires one of several statuses for a change that leads to none', () => {
    const codes = [missing, open, closing, closed].map((state) =>
      refusalOf(() => lifecycle.requireOneOf(state, ['OPEN'])),
    );
    expect(codes).toEqual(['not_found', open, 'step_in_progress', 'illegal_transition']);
  });

  it('runs automation only where the command is legal and no step is in flight', () => {
    const decide = lifecycle.whenResting('close', (_: State, reason: string) => [reason], 'dormant');
    expect([missing, open, closing, closed].map(decide)).toEqual([[], ['dormant'], [], []]);
  });
});

describe('a table with sub-statuses', () => {
  const table = lifecycleOf('door', {
    build: { from: ['NEW'], event: 'built', to: 'SHUT', subStatus: 'UNLOCKED' },
    lock: { from: ['SHUT'], fromSubStatus: ['UNLOCKED'], event: 'locked', to: 'SHUT', subStatus: 'LOCKED' },
    open: { from: ['SHUT'], fromSubStatus: ['UNLOCKED'], event: 'opened', to: 'OPEN', subStatus: 'WIDE' },
    remove: { from: ['SHUT', 'OPEN'], event: 'removed', to: 'GONE', subStatus: 'SOLD' },
  });
  const locked = { status: 'SHUT', subStatus: 'LOCKED' };
  const unlocked = { status: 'SHUT', subStatus: 'UNLOCKED' };

  it('allows a command in the sub-statuses that it names, or in all', () => {
    expect([unlocked, locked].map((state) => table.allows(state, 'open'))).toEqual([true, false]);
    expect([unlocked, locked].map((state) => table.allows(state, 'remove'))).toEqual([true, true]);
    expect(table.allows({ status: 'SHUT' }, 'open')).toBe(false);
  });

  it('names the sub-status only if it is what forbids the command', () => {
    expect(() => table.requireStatus(locked, 'open')).toThrow('The door is LOCKED.');
    const wide = { status: 'OPEN', subStatus: 'WIDE' };
    expect(() => table.requireStatus(wide, 'open')).toThrow('The door is OPEN.');
  });

  it('allows in "fromSubStatus" only those that a command leads to', () => {
    const build = { from: ['NEW'], event: 'built', to: 'SHUT', subStatus: 'UNLOCKED' } as const;
    const open = { from: ['SHUT'], fromSubStatus: ['LOCK'], event: 'opened', to: 'SHUT' } as const;
    // @ts-expect-error LOCK is not a sub-status
    expect(lifecycleOf('door', { build, open })).toBeDefined();
  });
});

describe('a process step', () => {
  it('begins with a command and ends with the event that completes it', () => {
    expect({ ...open, ...stepBegun({ command: 'close' }) }).toEqual(closing);
    expect({ ...closing, ...reached(lifecycle, { type: 'closed' }) }).toEqual(closed);
  });

  it('is pending, then done or declined', () => {
    const declined: State = { status: 'OPEN', ...stepDeclined('wallet_full') };
    expect([open, closing].map(outcomeOf)).toEqual(['done', 'pending']);
    expect(outcomeOf(declined)).toMatchObject({ code: 'wallet_full' });
    expect(refusalOf(() => outcomeOf(missing))).toBe('not_found');
  });

  it('belongs to an existing record', () => {
    expect(existing(open)).toBe(open);
    expect(refusalOf(() => existing(missing))).toBe('not_found');
  });
});
