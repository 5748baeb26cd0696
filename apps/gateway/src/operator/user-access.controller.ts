import { type Decide, EventStore, ReadModels, type StoredResponse } from '@corridor/event-store';
import { schemas } from '@corridor/gateway-contract';
import {
  Body,
  Command,
  type CommandContext,
  ForOperator,
  FourEyes,
  Idempotent,
  IsFlag,
  IsOptionalField,
  IsText,
  Operation,
  Requires,
  Returns,
  OperatorGuard,
  inNameOf,
  quoted,
  secondPerson,
} from '@corridor/http';
import { Controller, Get, Param, Post, Put, UseGuards } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { ApiKeys } from '../api-key/api-keys.js';
import { OtherProcesses } from '../other-processes.js';
import { givenBy } from '../token/given-password.js';
import { PASSWORD_LENGTH, hashPassword } from '../token/password.js';
import { refuseWeak } from '../token/weak-password.js';
import {
  type User,
  type UserEvent,
  disable,
  enable,
  endSessions,
  resetPassword,
  setApproval,
  user,
} from '../user/user.js';
import { type UserRow, users } from '../user/user.view.js';
import { ApprovalBody, approvalOf, changed, mayMakeMore } from './approval.body.js';
import { OperatorRecords } from './operator-records.js';

const nameOf = ({ firstName, lastName, email }: UserRow): string =>
  quoted(`${firstName} ${lastName} (${email})`);

class LockBody {
  @ApiProperty({ description: 'Whether the API keys of the user are revoked, too. Default: false.' })
  @IsOptionalField()
  @IsFlag()
  revokeApiKeys: boolean | null;
}

class NewPasswordBody extends LockBody {
  @IsText(PASSWORD_LENGTH)
  password: string;
}

/** What lets a user of a client in, and what locks them out (production.md §3). */
@ApiTags('Operator')
@ForOperator()
@UseGuards(OperatorGuard)
@Controller('operator/v1/users/:userId')
export class OperatorUserAccessController {
  constructor(
    private readonly store: EventStore,
    private readonly readModels: ReadModels,
    private readonly records: OperatorRecords,
    private readonly keys: ApiKeys,
    private readonly others: OtherProcesses,
  ) {}

  @Operation('getUser', 'Returns a user of a client', 'By its id.')
  @Returns(users.searchable.item)
  @Requires('clients:read')
  @Get()
  get(@Param('userId') userId: string) {
    return this.readModels.ofAnyClient(users, userId);
  }

  @Operation(
    'disableUser',
    'Disables a user of a client',
    'Until the user is enabled again: sessions end, logins are refused, and API keys do not work. When the response comes, this is so in every process.',
  )
  @Returns(schemas.userAccount)
  @Requires('users:lock')
  @Idempotent()
  @Post('disable')
  disable(
    @Param('userId') userId: string,
    @Body() { revokeApiKeys }: LockBody,
    @Command() command: CommandContext,
  ): Promise<StoredResponse> {
    return this.change(userId, disable, command, revokeApiKeys);
  }

  @Operation(
    'enableUser',
    'Enables a user of a client again',
    'Logins and the API keys that were not revoked work again. Sessions that have ended stay so.',
  )
  @Returns(schemas.userAccount)
  @Requires('users:lock')
  @FourEyes('client-users')
  @Idempotent()
  @Post('enable')
  async enable(@Param('userId') userId: string, @Command() command: CommandContext): Promise<StoredResponse> {
    const { user: of, client } = await this.records.user(userId);
    if (of.status === 'Disabled')
      secondPerson(command, 'client-users', `${nameOf(of)} of ${quoted(client.name)} is enabled again.`);
    return this.change(userId, enable, command, null);
  }

  @Operation(
    'resetUserPassword',
    'Sets a new password for a user of a client',
    'Ends the sessions and forgets the failed logins. When the response comes, this is so in every process. In PRODUCTION the user replaces it with the next login, within three days.',
  )
  @Returns(schemas.userAccount)
  @Requires('users:lock')
  @FourEyes('checkers', 'client-users')
  @Idempotent({ without: ['password'] })
  @Post('reset-password')
  async resetPassword(
    @Param('userId') userId: string,
    @Body() { password, revokeApiKeys }: NewPasswordBody,
    @Command() command: CommandContext,
  ): Promise<StoredResponse> {
    const { user: of, client } = await this.records.user(userId);
    const { firstName, lastName, email } = of;
    refuseWeak(password, command.caller, [firstName, lastName, email, client.name]);
    const { isChecker } = of.approval;
    const who = `${nameOf(of)} of ${quoted(client.name)}${isChecker ? ', who is a checker,' : ''}`;
    secondPerson(command, isChecker ? 'checkers' : 'client-users', `${who} gets a new password.`);
    const passwordHash = await hashPassword(password);
    const given = givenBy(command.caller);
    const reset = (state: User) => resetPassword(state, { passwordHash }, given);
    return this.change(userId, reset, command, revokeApiKeys);
  }

  @Operation(
    'endUserSessions',
    'Ends the sessions of a user of a client',
    'When the response comes, no process accepts the tokens issued before. API keys still work, unless they are revoked, too.',
  )
  @Returns(schemas.userAccount)
  @Requires('users:lock')
  @Idempotent()
  @Post('end-sessions')
  endSessions(
    @Param('userId') userId: string,
    @Body() { revokeApiKeys }: LockBody,
    @Command() command: CommandContext,
  ): Promise<StoredResponse> {
    return this.change(userId, endSessions, command, revokeApiKeys);
  }

  @Operation(
    'setUserApproval',
    'Makes a user of a client a maker, a checker, both or neither',
    'A payment or an instruction of a maker above `makerLimit` waits for a checker of the client: at the current mid rate in another currency, and always without a rate. 0: all of them wait. Null: none does. A checker approves those of others up to `checkerLimit`; null: any. API keys of the user have the same limits. When the response comes, this is so in every process.',
  )
  @Returns(schemas.userAccount)
  @Requires('users:write')
  @FourEyes('checkers', 'client-users')
  @Idempotent()
  @Put('approval')
  async setApproval(
    @Param('userId') userId: string,
    @Body() body: ApprovalBody,
    @Command() command: CommandContext,
  ): Promise<StoredResponse> {
    const approval = approvalOf(body);
    const { user: of, client } = await this.records.user(userId);
    const effect = `${nameOf(of)} of ${quoted(client.name)} ${changed(of.approval, approval)}`;
    if (approval.isChecker) secondPerson(command, 'checkers', effect);
    if (mayMakeMore(of.approval, approval)) secondPerson(command, 'client-users', effect);
    return this.change(userId, (state) => setApproval(state, { approval }), command, null);
  }

  private async change(
    userId: string,
    decide: Decide<User, UserEvent>,
    command: CommandContext,
    revokeApiKeys: boolean | null,
  ): Promise<StoredResponse> {
    const { client } = await this.records.user(userId);
    const inName = inNameOf(client, command);
    const change = () => this.store.handle(user, userId, decide, inName);
    const changing = revokeApiKeys
      ? this.keys.exclusively(client.id, async (sql) => {
          const response = await change();
          if (!response.replayed) await this.keys.revokeAll(sql, userId, inName);
          return response;
        })
      : change();
    return this.others.afterAllForgot(changing);
  }
}
