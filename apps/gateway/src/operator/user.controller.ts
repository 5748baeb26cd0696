import { schemas } from '@corridor/gateway-contract';
import { EventStore } from '@corridor/event-store';
import {
  Body,
  Returns,
  Command,
  type CommandContext,
  ForOperator,
  FourEyes,
  IsList,
  IsOptionalField,
  IsText,
  Operation,
  type Permission,
  Refuses,
  Requires,
  inNameOf,
  oneOf,
  permissions,
  Idempotent,
  OperatorGuard,
  quoted,
  secondPerson,
} from '@corridor/http';
import { Ids } from '@corridor/platform';
import { Controller, Param, Post, UseGuards } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { givenBy } from '../token/given-password.js';
import { PASSWORD_LENGTH, hashPassword } from '../token/password.js';
import { refuseWeak } from '../token/weak-password.js';
import { createUser, user } from '../user/user.js';
import { IsEmail } from './is-email.js';
import { OperatorRecords } from './operator-records.js';
import { unique } from './unique.js';

class UserBody {
  @IsText({ max: 70 })
  firstName: string;

  @IsText({ max: 70 })
  lastName: string;

  @IsEmail()
  email: string;

  @IsText(PASSWORD_LENGTH)
  password: string;

  @ApiProperty({ description: 'Default: all permissions.' })
  @IsOptionalField()
  @IsList(oneOf(permissions), { max: permissions.length, unique: true })
  permissions: Permission[] | null;

  @IsOptionalField()
  @IsText({ max: 20 })
  locale: string | null;

  @IsOptionalField()
  @IsText({ max: 2048 })
  avatarUrl: string | null;
}

/** decisions §9 */
@ApiTags('Operator')
@ForOperator()
@UseGuards(OperatorGuard)
@Controller('operator/v1/clients/:clientId/users')
export class OperatorUserController {
  constructor(
    private readonly store: EventStore,
    private readonly records: OperatorRecords,
    private readonly ids: Ids,
  ) {}

  @Operation(
    'createUser',
    'Creates a user of a client',
    'A user can log in; in PRODUCTION the first login, within three days, replaces the password. The permissions of a key are limited to those of its user.',
  )
  @Returns(schemas.userAccount)
  @Refuses('already_exists', 'client_closed')
  @Requires('users:write')
  @FourEyes('client-users')
  @Idempotent({ without: ['password'] })
  @Post()
  async create(
    @Param('clientId') clientId: string,
    @Body() { password, ...body }: UserBody,
    @Command() command: CommandContext,
  ) {
    const client = await this.records.openClient(clientId);
    const { firstName, lastName, email } = body;
    refuseWeak(password, command.caller, [firstName, lastName, email, client.name]);
    const may = body.permissions
      ? `with ${body.permissions.join(', ') || 'no permission'}`
      : 'with all permissions';
    const who = quoted(`${firstName} ${lastName} (${email})`);
    const effect = `${who} becomes a user of ${quoted(client.name)}, ${may} and without a limit as a maker.`;
    secondPerson(command, 'client-users', effect);
    const details = {
      clientUserId: this.ids.next('cu', command),
      firstName: body.firstName,
      lastName: body.lastName,
      email: body.email,
      passwordHash: await hashPassword(password),
      permissions: body.permissions ?? permissions,
      settings: { locale: body.locale ?? 'en-GB', avatarUrl: body.avatarUrl },
    };
    return unique('login_email', 'email', () =>
      this.store.handle(
        user,
        this.ids.next('usr', command),
        (state) => createUser(state, details, givenBy(command.caller)),
        inNameOf(client, command),
      ),
    );
  }
}
