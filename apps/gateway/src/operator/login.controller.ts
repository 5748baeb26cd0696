import { schemas } from '@corridor/gateway-contract';
import { EventStore } from '@corridor/event-store';
import {
  Command,
  type CommandContext,
  ForOperator,
  Idempotent,
  Operation,
  Requires,
  Returns,
  OperatorGuard,
  inNameOf,
} from '@corridor/http';
import { Controller, Param, Post, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { unlock, user } from '../user/user.js';
import { OperatorRecords } from './operator-records.js';

@ApiTags('Operator')
@ForOperator()
@UseGuards(OperatorGuard)
@Controller('operator/v1/users/:userId')
export class OperatorLoginController {
  constructor(
    private readonly store: EventStore,
    private readonly records: OperatorRecords,
  ) {}

  @Operation(
    'unlockUser',
    "Unlocks a user's login",
    'Logins after several failed ones have to wait. This forgets the failed ones of this user, within a second in all processes.',
  )
  @Returns(schemas.userAccount)
  @Requires('users:unlock')
  @Idempotent()
  @Post('unlock')
  async unlock(@Param('userId') userId: string, @Command() command: CommandContext) {
    const { client } = await this.records.user(userId);
    return this.store.handle(user, userId, unlock, inNameOf(client, command));
  }
}
