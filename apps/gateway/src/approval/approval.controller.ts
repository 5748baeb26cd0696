import { EventStore, ReadModels } from '@corridor/event-store';
import { schemas } from '@corridor/gateway-contract';
import {
  Body,
  Command,
  type CommandContext,
  ForOperator,
  Idempotent,
  IsText,
  Operation,
  OperatorGuard,
  Refuses,
  Requires,
  Returns,
  TheCaller,
  operatorSearches,
} from '@corridor/http';
import { type Caller, Clock, nowOf } from '@corridor/kernel';
import { Controller, Get, Param, Post, UseGuards } from '@nestjs/common';
import { ApiSecurity, ApiTags } from '@nestjs/swagger';
import { inPerson } from '../staff/in-person.js';
import { type Decider, approval, approve, reject } from './approval.js';
import { approvals } from './approval.view.js';
import { Approvals } from './approvals.js';

class RejectionBody {
  @IsText({ max: 500 })
  reason: string;
}

/** Four eyes (production.md §2). */
@ApiTags('Approvals')
@ForOperator()
@UseGuards(OperatorGuard)
@Controller('operator/v1/approvals')
export class ApprovalController {
  constructor(
    private readonly store: EventStore,
    private readonly readModels: ReadModels,
    private readonly approvals: Approvals,
    private readonly clock: Clock,
  ) {}

  @Operation('getApproval', 'Returns a command that needs a second person', 'With what became of it.')
  @Returns(schemas.approval)
  @Requires('approvals:read')
  @Get(':id')
  get(@Param('id') id: string, @TheCaller() caller: Caller) {
    return this.readModels.one(approvals, id, caller);
  }

  @Operation(
    'approveCommand',
    'Approves a command of somebody else',
    'It is then sent again, as the one who asked for it with what they may do now, and `outcome` says what became of it. Needs a login and the permission of the command.',
  )
  @ApiSecurity('staffBearer')
  @Returns(schemas.approval)
  @Refuses('bearer_token_required', 'second_person_required', 'illegal_transition')
  @Requires('approvals:decide')
  @Idempotent()
  @Post(':id/approve')
  approve(@Param('id') id: string, @Command() command: CommandContext) {
    const decider = this.decider(command.caller);
    return this.store.handleAndSettle(approval, id, (state) => approve(state, decider), {
      ...command,
      outcome: ({ outcome }) => (outcome ? 'done' : 'pending'),
      onTimeout: 'respond',
      complete: () => void this.approvals.carryOut(id),
    });
  }

  @Operation(
    'rejectCommand',
    'Rejects a command of somebody else, or withdraws one’s own',
    'It has no effect then. The reason is shown to whoever asked for it.',
  )
  @ApiSecurity('staffBearer')
  @Returns(schemas.approval)
  @Refuses('bearer_token_required', 'illegal_transition')
  @Requires('approvals:decide')
  @Idempotent()
  @Post(':id/reject')
  reject(@Param('id') id: string, @Body() { reason }: RejectionBody, @Command() command: CommandContext) {
    const decider = this.decider(command.caller);
    return this.store.handle(approval, id, (state) => reject(state, { ...decider, reason }), command);
  }

  private decider(caller: Caller): Decider {
    return { by: inPerson(caller), permissions: caller.permissions, at: nowOf(this.clock) };
  }
}

export const ApprovalSearches = operatorSearches(approvals, {
  operation: 'searchApprovals',
  words: 'the commands that need a second person',
  tag: 'Approvals',
});
