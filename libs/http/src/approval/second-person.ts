import type { CommandContext } from '@corridor/event-store';
import { Refusal, visible } from '@corridor/kernel';
import type { ApprovalKind } from '@corridor/services';

/** Thrown for a command that needs a second person and has none yet. The gateway keeps it until one approves it. */
export class SecondPersonRequired extends Refusal {
  constructor(
    readonly kind: ApprovalKind,
    readonly effect: string | null,
  ) {
    super('second_person_required');
  }
}

/**
 * Four eyes: returns if the policy asks for no second person for commands of this kind, or if one has approved the command. Otherwise
 * it is kept, and sent again once somebody has. A handler checks its input, calls this, and then decides.
 * @param effect what the command would change, in a sentence, with texts of others {@link quoted}; by default the summary of the operation
 */
export function secondPerson(
  command: CommandContext,
  kind: ApprovalKind,
  effect: string | null = null,
): void {
  if (!command.caller.approved && isForTwo(command, kind))
    throw new SecondPersonRequired(kind, effect && visible(effect));
}

/** Whether the policy asks for a second person. */
export const isForTwo = ({ fourEyes }: CommandContext, kind: ApprovalKind): boolean =>
  fourEyes?.includes(kind) !== false;

/** Whether the body of a response is an approval that somebody has to give. */
export const isAwaitingApproval = (body: string): boolean =>
  /^\{"data":\{"id":"\w+","status":"AWAITING_APPROVAL",/.test(body);
