import { lifecycleOf } from '@corridor/kernel';
import { waitingIn } from '../approval/approval.js';

const submitted = {
  from: ['SENT'],
  fromSubStatus: ['SUBMITTED'],
  to: 'SENT',
  subStatus: 'SUBMITTED',
} as const;

/**
 * A payment from a wallet to a beneficiary's bank account (interface-spec 2.4, 3.2).
 *
 *   send  cover_requested  → granted (PRODUCTION)
 *         funds_requested  → money taken
 *   fail  return_requested → money returned
 *
 * A sent payment is at the bank (see `submission/`), which accepts, settles, rejects or returns it. In the SANDBOX the
 * simulators take its place.
 *
 * The payment of an instruction is created after its funds are taken, and is SENT from the start. A declined step
 * leaves the status unchanged. While a step is in flight no other command is accepted.
 */
export const lifecycle = lifecycleOf('payment', {
  create: { from: ['NEW'], event: 'created', to: 'DRAFT', subStatus: 'NEW' },
  ...waitingIn('DRAFT', { to: 'CANCELLED', subStatus: 'CANCELLED' }),
  authorise: { from: ['DRAFT'], event: 'authorised', to: 'READY_TO_SEND', subStatus: 'AUTHORISED' },
  suspend: {
    from: ['READY_TO_SEND'],
    fromSubStatus: ['AUTHORISED'],
    event: 'suspended',
    to: 'READY_TO_SEND',
    subStatus: 'SUSPENDED',
  },
  release: {
    from: ['READY_TO_SEND'],
    fromSubStatus: ['SUSPENDED'],
    event: 'released',
    to: 'READY_TO_SEND',
    subStatus: 'AUTHORISED',
  },
  send: {
    from: ['READY_TO_SEND'],
    fromSubStatus: ['AUTHORISED'],
    event: 'sent',
    to: 'SENT',
    subStatus: 'SUBMITTED',
  },
  accept: { ...submitted, event: 'accepted' },
  postpone: { ...submitted, event: 'postponed' },
  complete: {
    from: ['SENT'],
    fromSubStatus: ['SUBMITTED'],
    event: 'completed',
    to: 'SENT',
    subStatus: 'COMPLETED',
  },
  fail: {
    from: ['READY_TO_SEND', 'SENT'],
    // A bank can return a payment that it has completed.
    fromSubStatus: ['AUTHORISED', 'SUSPENDED', 'SUBMITTED', 'COMPLETED'],
    event: 'failed',
    to: 'FAILED',
    subStatus: 'FAILED',
  },
  stop: {
    from: ['DRAFT', 'READY_TO_SEND'],
    event: 'stopped',
    to: 'FAILED',
    subStatus: 'FAILED',
  },
  // A payment comes back in parts.
  returnMore: {
    from: ['FAILED'],
    fromSubStatus: ['FAILED'],
    event: 'more_returned',
    to: 'FAILED',
    subStatus: 'FAILED',
  },
  cancel: { from: ['DRAFT'], event: 'cancelled', to: 'CANCELLED', subStatus: 'CANCELLED' },
});
