import { createHash } from 'node:crypto';
import type { CommandContext } from '@corridor/event-store';
import { Refusal, refuse, visible } from '@corridor/kernel';
import type { ApprovalKind } from '@corridor/services';

/** Thrown for a command that needs a second person and has none yet. The gateway keeps it until one approves it. */
export class SecondPersonRequired extends Refusal {
  constructor(
    readonly kind: ApprovalKind,
    readonly effect: string | null,
    readonly effectDigest: string,
  ) {
    super('second_person_required');
  }
}

const CHANGED =
  'By now it would change something else than the second person was shown, because something has changed since it was asked for. Ask for it again.';

/**
 * Four eyes: returns if the policy asks for no second person for commands of this kind, or if one has approved the command. Otherwise
 * it is kept, and sent again once somebody has. A handler checks its input, calls this, and then decides.
 * @param effect what the command would change, in a sentence, with texts of others {@link quoted}; by default the summary of the operation
 * @param remark what the second person has to know beside, such as the market: it may be another one when the command is executed
 * @throws Refusal second_person_required if the effect is not the one that was approved
 */
export function secondPerson(
  command: CommandContext,
  kind: ApprovalKind,
  effect: string | null = null,
  remark = '',
): void {
  if (!isForTwo(command, kind)) return;
  const { approved } = command.caller;
  const digest = createHash('sha256')
    .update(effect ?? '')
    .digest('base64url');
  if (!approved) throw new SecondPersonRequired(kind, effect && visible(effect + remark), digest);
  // Missing in what was asked for before there were digests.
  if (approved.effectDigest !== undefined && approved.effectDigest !== digest)
    throw refuse('second_person_required', CHANGED);
}

/** Whether the policy asks for a second person. */
export const isForTwo = ({ fourEyes }: CommandContext, kind: ApprovalKind): boolean =>
  fourEyes?.includes(kind) !== false;

/** Whether the body of a response is an approval that somebody has to give. */
export const isAwaitingApproval = (body: string): boolean =>
  /^\{"data":\{"id":"\w+","status":"AWAITING_APPROVAL",/.test(body);
