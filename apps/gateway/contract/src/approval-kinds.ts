/** Commands of staff that can need a second person: the kinds that the setting `FOUR_EYES` names, with what they are. */
export const approvalKinds = {
  adjustment: 'Adjustments of the ledger, and debts of clients that are recorded or written off.',
  bank: 'Credits and outcomes of payments that staff record for a bank.',
  checkers: 'Making users of clients checkers, and new credentials of checkers.',
  'client-closing': 'Closing clients.',
  'client-users':
    'New users of clients, their passwords, enabling them again, and makers who may pay more alone.',
  'dead-letter': 'Discarding messages that services could not handle.',
  fees: 'Fees.',
  hedges: 'Recording and cancelling hedges above the limit of one dealer.',
  limits: 'Limits of clients and of dealing.',
  margins: 'Margins.',
  policy: 'What is allowed in which countries and currencies.',
  rates: 'Rates and forward points set by hand, and dealing hours.',
  roles: 'Roles of staff.',
  'screening-lists': 'Sanctions lists that are much shorter than the version before.',
  'screening-release': 'Releasing what screening has found.',
  staff: 'New members of staff, and new credentials of members.',
} as const;

export type ApprovalKind = keyof typeof approvalKinds;
