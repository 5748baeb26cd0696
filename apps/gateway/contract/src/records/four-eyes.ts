import {
  flag,
  id,
  integer,
  named,
  nullable,
  oneOf,
  part,
  type RecordOf,
  text,
  textLike,
  timestamp,
} from '@corridor/contracts';
import { Type } from 'typebox';
import { type ApprovalKind, approvalKinds } from '../approval-kinds.js';

const person = part({ id: id('stf'), name: textLike('Ines Almeida') });

const document = (description: string) =>
  nullable(Type.Object({}, { additionalProperties: true, description }));

/** What became of the command when it was sent again. */
const outcome = named('ApprovalOutcome', {
  succeeded: flag(),
  status: integer('The HTTP status of the response.'),
  response: document('The record that the operation returned.'),
  problem: document('The problem document of a command that was refused.'),
  on: timestamp,
});

/** A command of a member of staff that takes effect when a second person approves it. */
export const approval = named('Approval', {
  id: id('apr'),
  status: oneOf('AWAITING_APPROVAL', 'APPROVED', 'REJECTED', 'EXPIRED'),
  kind: oneOf(...(Object.keys(approvalKinds) as ApprovalKind[])),
  effect: text(
    'What it would change. Texts of others in it are in “…”, with what is invisible as `\\u202e`.',
    '“Bo Chen (bo@acme.example)”: their roles become support, finance (before: support).',
  ),
  reason: nullable(text('The `reason` in its body, if it has one.', 'Moves to another team')),
  operation: text('The operationId of the command.', 'changeStaffRoles'),
  method: oneOf('POST', 'PUT'),
  path: textLike('/operator/v1/staff/stf_01K00000000000000000000001/roles'),
  body: document('Without the fields that nobody may see, such as passwords.'),
  permission: text('Who approves needs it as well.', 'staff:write'),
  askedBy: person,
  askedWithKey: nullable(id('sk')),
  askedOn: timestamp,
  expiresOn: timestamp,
  decidedBy: nullable(person),
  decidedOn: nullable(timestamp),
  decisionReason: nullable(text('Why it was rejected.', 'Not agreed with the team')),
  outcome: nullable(outcome),
});
export type ApprovalResource = RecordOf<typeof approval>;
