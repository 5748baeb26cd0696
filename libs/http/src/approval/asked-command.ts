import type { Idempotency } from '@corridor/event-store';
import type { ApprovalKind } from '@corridor/services';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { REQUIRED_PERMISSION } from '../authentication/permission.js';
import { summaryOf } from '../documentation/operation-id.js';
import { commandOf } from '../idempotency/command.js';
import { idempotencyRuleOf } from '../idempotency/idempotency-rule.js';
import { fourEyesOf } from './four-eyes.js';
import type { SecondPersonRequired } from './second-person.js';

/** A command that needs a second person, as the route that refused it declares it. */
export interface AskedCommand {
  readonly kind: ApprovalKind;
  /** What it would change, in a sentence. */
  readonly effect: string;
  /** Missing if a service of an earlier version asks. */
  readonly effectDigest?: string;
  /** Of the route; who approves needs it as well. */
  readonly permission: string;
  /** Fields of the body that nobody may see. */
  readonly hidden: readonly string[];
  readonly idempotency: Idempotency;
}

/** Responds to a request whose command needs a second person. */
export type KeepForApproval = (
  asked: AskedCommand,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<void>;

/** @throws Error if its route cannot be approved as it is declared */
export function askedCommand(
  { kind, effect, effectDigest }: SecondPersonRequired,
  request: FastifyRequest,
): AskedCommand {
  const { keyed } = request;
  const { idempotency } = commandOf(request);
  if (!keyed || !idempotency) throw new Error('a command without an idempotency key cannot be approved');
  const { handler } = keyed;
  if (!fourEyesOf(handler).includes(kind)) throw new Error(`${handler.name} has to be @FourEyes('${kind}')`);
  const rule = idempotencyRuleOf(handler) ?? {};
  if (rule.perUser) throw new Error(`${handler.name} returns a secret, which an approval would show`);
  return {
    kind,
    effect: effect ?? summaryOf(handler),
    effectDigest,
    permission: Reflect.getMetadata(REQUIRED_PERMISSION, handler) as string,
    hidden: rule.without ?? [],
    idempotency,
  };
}

/** In which a service behind the gateway names the command that needs a second person. */
export const ASKED_HEADER = 'x-corridor-asked';

export const writtenAsked = (asked: AskedCommand): string => encodeURIComponent(JSON.stringify(asked));

export const readAsked = (header: string): AskedCommand =>
  JSON.parse(decodeURIComponent(header)) as AskedCommand;
