import { type AccountRequestResource, operatorCollections } from '@corridor/inbound-funds-contract';
import type { ReadModel, Registration, View } from '@corridor/event-store';
import type { Aggregate } from '@corridor/kernel';
import { searchable } from '@corridor/search';
import type { OpenedWallet } from '../collection-accounts.js';

/** A wallet that waits until its pools have accounts again. */
export interface State {
  readonly status: 'NEW' | AccountRequestResource['status'];
}

export type Event =
  | ({ readonly type: 'requested' } & OpenedWallet)
  | { readonly type: 'fulfilled' }
  /** Its client was closed. */
  | { readonly type: 'withdrawn' };

const statusAfter = { requested: 'WAITING', fulfilled: 'FULFILLED', withdrawn: 'WITHDRAWN' } as const;

export const accountRequest: Aggregate<State, Event> = {
  name: 'account_request',
  stateVersion: 1,
  initial: { status: 'NEW' },
  evolve: (_, event) => ({ status: statusAfter[event.type] }),
};

/** One record for each wallet; it waits again when an account of it was retired. */
export const accountRequestIdOf = (walletId: string): string => walletId.replace(/^wal_/, 'car_');

export const request = ({ status }: State, wallet: OpenedWallet): Event[] =>
  status === 'WAITING' ? [] : [{ type: 'requested', ...wallet }];

/** Nothing if the wallet did not have to wait. */
export const fulfil = ({ status }: State): Event[] => (status === 'WAITING' ? [{ type: 'fulfilled' }] : []);

/** For good. */
export const withdraw = ({ status }: State): Event[] => (status === 'WAITING' ? [{ type: 'withdrawn' }] : []);

export const accountRequestView: View<AccountRequestResource, Event> & ReadModel = {
  table: 'account_request',
  searchable: searchable(operatorCollections.accountRequests),
  columns: {
    id: 'id',
    status: 'status',
    ccyCode: 'ccy_code',
    'client.id': 'of_client',
    walletId: 'wallet_id',
    createdOn: 'created_on',
  },
  project(row, { event, streamId: id, occurredOn }) {
    if (event.type === 'fulfilled') return row && { ...row, status: 'FULFILLED', fulfilledOn: occurredOn };
    if (event.type === 'withdrawn') return row && { ...row, status: 'WITHDRAWN' };
    const { client, walletId, ccyCode, openedOn: createdOn } = event;
    return { id, status: 'WAITING', client, walletId, ccyCode, createdOn, fulfilledOn: null };
  },
};

export const accountRequests: Registration<State, Event, AccountRequestResource> = {
  aggregate: accountRequest,
  view: accountRequestView,
  publish: () => null,
};
