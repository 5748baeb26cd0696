import type { ReadModel, Registration, View } from '@corridor/event-store';
import { type BankFileResource, operatorCollections } from '@corridor/payments-contract';
import { searchable } from '@corridor/search';
import { type Event, type State, bankFile, lifecycle } from './bank-file.js';

export const bankFileView: View<BankFileResource, Event> & ReadModel = {
  table: 'bank_file',
  searchable: searchable(operatorCollections.bankFiles),
  columns: { id: 'id', status: 'status', name: 'name', digest: 'digest', createdOn: 'created_on' },
  project(row, { event, streamId: id, caller, occurredOn }) {
    const before = 'digest' in event ? (row ?? firstSeen(id, event, occurredOn)) : row;
    if (!before) return null;
    const status = lifecycle.statusAfter(event);
    const reason = 'reason' in event ? event.reason : null;
    const history = [...before.history, { status, reason, by: caller.user, on: occurredOn }];
    return { ...before, status, reason, history };
  },
};

const firstSeen = (
  id: string,
  { name, digest }: Pick<BankFileResource, 'name' | 'digest'>,
  createdOn: BankFileResource['createdOn'],
): BankFileResource => ({ id, name, digest, status: 'WAITING', reason: null, history: [], createdOn });

export const bankFileStreams: Registration<State, Event, BankFileResource> = {
  aggregate: bankFile,
  view: bankFileView,
  publish: () => null,
};
