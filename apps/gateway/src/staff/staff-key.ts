import type { Projection, ReadModel, Registration, View } from '@corridor/event-store';
import { type Role, type StaffKeyResource, operatorCollections } from '@corridor/gateway-contract';
import { type Aggregate, refuse } from '@corridor/kernel';
import { searchable } from '@corridor/search';

/** An API key of a member of staff, for machines. Only the digest of its secret is stored. */
export interface StaffKey {
  readonly status: 'NEW' | 'ACTIVE' | 'REVOKED';
  readonly staffId: string | null;
}

export interface StaffKeyDetails {
  readonly label: string;
  readonly staffId: string;
  readonly roles: readonly Role[];
  readonly expiresOn: string | null;
  /** SHA-256 of the secret, hexadecimal. */
  readonly digest: string;
}

export type StaffKeyEvent = ({ readonly type: 'created' } & StaffKeyDetails) | { readonly type: 'revoked' };

const aggregate: Aggregate<StaffKey, StaffKeyEvent> = {
  name: 'staff_key',
  stateVersion: 1,
  initial: { status: 'NEW', staffId: null },
  evolve: (state, event) =>
    event.type === 'created' ? { status: 'ACTIVE', staffId: event.staffId } : { ...state, status: 'REVOKED' },
};
export { aggregate as staffKey };

/** @param input `held`: the roles of its member; `now`: when it is created */
export function createStaffKey(
  { status }: StaffKey,
  { held, now, ...details }: StaffKeyDetails & { readonly held: readonly Role[]; readonly now: string },
): StaffKeyEvent[] {
  if (status !== 'NEW') throw refuse('already_exists');
  const errors = details.roles.flatMap((role, i) =>
    held.includes(role)
      ? []
      : [{ pointer: `#/roles/${i}`, code: 'not_granted', detail: `You do not have the role ${role}.` }],
  );
  if (details.expiresOn !== null && details.expiresOn <= now)
    errors.push({ pointer: '#/expiresOn', code: 'in_the_past', detail: 'Must be in the future.' });
  if (errors.length > 0) throw refuse('invalid_request', undefined, { errors });
  return [{ type: 'created', ...details }];
}

/** By its member, or by an administrator; to others it does not exist. Once revoked, a key stays so. */
export function revokeStaffKey(
  { status, staffId }: StaffKey,
  { by }: { readonly by: string | null | undefined },
): StaffKeyEvent[] {
  if (status === 'NEW' || (by !== null && staffId !== by)) throw refuse('not_found');
  return status === 'ACTIVE' ? [{ type: 'revoked' }] : [];
}

const projectCredential: Projection<StaffKeyEvent> = (sql, recorded) => {
  for (const { streamId, event } of recorded) {
    if (event.type === 'revoked')
      sql.write('UPDATE staff_credential SET is_revoked = true WHERE key_id = $1', [streamId]);
    else
      sql.write('INSERT INTO staff_credential (digest, key_id, staff_id) VALUES ($1, $2, $3)', [
        event.digest,
        streamId,
        event.staffId,
      ]);
  }
};

export const staffKeys: View<StaffKeyResource, StaffKeyEvent> & ReadModel = {
  table: 'staff_key',
  searchable: searchable(operatorCollections.staffKeys),
  columns: { id: 'id', staffId: 'staff_id', createdOn: 'created_on' },
  project(row, { streamId: id, occurredOn, event }) {
    if (event.type === 'revoked') return row && { ...row, status: 'REVOKED', revokedOn: occurredOn };
    const { label, staffId, roles, expiresOn } = event;
    return {
      id,
      label,
      staffId,
      roles,
      status: 'ACTIVE',
      expiresOn,
      createdOn: occurredOn,
      revokedOn: null,
    };
  },
};

export const staffKeyRegistration: Registration<StaffKey, StaffKeyEvent, StaffKeyResource> = {
  aggregate,
  view: staffKeys,
  projections: [projectCredential],
};
