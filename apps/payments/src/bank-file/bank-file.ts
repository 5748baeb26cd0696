import type { BankFileStatus } from '@corridor/payments-contract';
import { type Aggregate, lifecycleOf } from '@corridor/kernel';
import type { RailFile } from '../rail/rail-files.js';

/** A file in which the bank has said something. What it says is not here. */
export const lifecycle = lifecycleOf('bank_file', {
  receive: { from: ['NEW'], event: 'received', to: 'WAITING' },
  // The rail can have read it before it is recorded here that it has come, and can read again what it could not.
  read: { from: ['NEW', 'WAITING', 'SET_ASIDE'], event: 'read', to: 'READ' },
  setAside: { from: ['NEW', 'WAITING'], event: 'set_aside', to: 'SET_ASIDE' },
  retry: { from: ['SET_ASIDE'], event: 'retried', to: 'WAITING' },
  discard: { from: ['SET_ASIDE'], event: 'discarded', to: 'DISCARDED' },
});

export interface State {
  readonly status: 'NEW' | BankFileStatus;
}

type Named = Pick<RailFile, 'name' | 'digest'>;

export type Event =
  | ({ readonly type: 'received' } & Named)
  | ({ readonly type: 'read' } & Named)
  | ({ readonly type: 'set_aside'; readonly reason: string } & Named)
  | { readonly type: 'retried' }
  | { readonly type: 'discarded'; readonly reason: string };

export const bankFile: Aggregate<State, Event> = {
  name: 'bank_file',
  stateVersion: 1,
  initial: { status: 'NEW' },
  evolve: (_, event) => ({ status: lifecycle.statusAfter(event) }),
};

/**
 * Staff have given it to the rail; a file that has come before has no effect.
 * @param known what has become of it, if the rail has said so at once
 */
export function receive(state: State, { name, digest }: Named, known: RailFile | null): Event[] {
  if (!lifecycle.allows(state, 'receive')) return [];
  return [{ type: 'received', name, digest }, ...(known ? find({ status: 'WAITING' }, known) : [])];
}

/** What the rail has made of it; told again it has no effect. */
export function find(state: State, { name, digest, reason }: RailFile): Event[] {
  if (reason === null) return lifecycle.allows(state, 'read') ? [{ type: 'read', name, digest }] : [];
  return lifecycle.allows(state, 'setAside') ? [{ type: 'set_aside', name, digest, reason }] : [];
}

/** @throws Refusal `not_found`, `illegal_transition` */
export function retry(state: State): Event[] {
  lifecycle.requireStatus(state, 'retry');
  return [{ type: 'retried' }];
}

/** @throws Refusal `not_found`, `illegal_transition` */
export function discard(state: State, reason: string): Event[] {
  lifecycle.requireStatus(state, 'discard');
  return [{ type: 'discarded', reason }];
}
