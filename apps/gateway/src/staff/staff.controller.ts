import { EventStore, ReadModels } from '@corridor/event-store';
import { type ApprovalKind, type Role, roleNames, schemas } from '@corridor/gateway-contract';
import {
  Body,
  Command,
  type CommandContext,
  ForOperator,
  FourEyes,
  Idempotent,
  IsList,
  IsText,
  Operation,
  Refuses,
  Requires,
  Returns,
  TheCaller,
  oneOf,
  operatorSearches,
  quoted,
  secondPerson,
  OperatorGuard,
} from '@corridor/http';
import { type Caller, refuse } from '@corridor/kernel';
import { Ids } from '@corridor/platform';
import { Controller, Get, Param, Post, Put, UseGuards } from '@nestjs/common';
import { ApiSecurity, ApiTags } from '@nestjs/swagger';
import { IsEmail } from '../operator/is-email.js';
import { givenBy } from '../token/given-password.js';
import { PASSWORD_LENGTH, hashPassword } from '../token/password.js';
import { refuseWeak } from '../token/weak-password.js';
import {
  changeRoles,
  disable,
  enable,
  endSessions,
  removeAuthenticator,
  resetPassword,
  staff,
} from './staff.js';
import { StaffRecords } from './staff-records.js';
import { staffKeys } from './staff-key.js';
import { staffView } from './staff.view.js';

class RolesBody {
  @IsList(oneOf(roleNames), { min: 1, max: roleNames.length, unique: true })
  roles: Role[];
}

class StaffBody extends RolesBody {
  @IsText({ max: 70 })
  firstName: string;

  @IsText({ max: 70 })
  lastName: string;

  @IsEmail()
  email: string;

  @IsText(PASSWORD_LENGTH)
  password: string;
}

class PasswordBody {
  @IsText(PASSWORD_LENGTH)
  password: string;
}

/** The people who run Corridor, and what each may do (production.md §2). */
@ApiTags('Staff')
@ForOperator()
@UseGuards(OperatorGuard)
@Controller('operator/v1/staff')
export class StaffController {
  constructor(
    private readonly store: EventStore,
    private readonly readModels: ReadModels,
    private readonly records: StaffRecords,
    private readonly ids: Ids,
  ) {}

  @Operation(
    'createStaff',
    'Creates a member of staff',
    'The first one is an administrator and is created with the operator key, which has no use afterwards. In PRODUCTION the others replace their password with the first login, within three days.',
  )
  @Returns(schemas.staffMember)
  @ApiSecurity('operatorKey')
  @ApiSecurity('staffBearer')
  @ApiSecurity('staffKey')
  @Refuses('already_exists')
  @Requires('staff:write')
  @FourEyes('staff')
  @Idempotent({ without: ['password'] })
  @Post()
  async create(@Body() { password, ...body }: StaffBody, @Command() command: CommandContext) {
    if (!command.caller.user && !body.roles.includes('administrator')) throw notAnAdministrator();
    refuseWeak(password, command.caller, [body.firstName, body.lastName, body.email]);
    const who = nameOf(body);
    await this.secondPerson(command, 'staff', `Creates ${who} with the roles ${body.roles.join(', ')}.`);
    const details = {
      firstName: body.firstName,
      lastName: body.lastName,
      email: body.email,
      passwordHash: await hashPassword(password),
      roles: body.roles,
    };
    return this.records.create(this.ids.next('stf', command), details, command);
  }

  @Operation('getStaff', 'Returns a member of staff', 'By its id.')
  @Returns(schemas.staffMember)
  @Requires('staff:read')
  @Get(':id')
  get(@Param('id') id: string, @TheCaller() caller: Caller) {
    return this.readModels.one(staffView, id, caller);
  }

  @Operation(
    'changeStaffRoles',
    'Changes the roles of a member of staff',
    'They replace the earlier ones, with the next request of the member.',
  )
  @Returns(schemas.staffMember)
  @Refuses('illegal_transition', 'last_administrator')
  @Requires('staff:write')
  @FourEyes('roles')
  @Idempotent()
  @Put(':id/roles')
  async changeRoles(
    @Param('id') id: string,
    @Body() { roles }: RolesBody,
    @Command() command: CommandContext,
  ) {
    const before = (await this.records.member(id)).roles;
    const change = `their roles become ${roles.join(', ')} (before: ${before.join(', ')})`;
    await this.secondPerson(command, 'roles', await this.of(id, change));
    return this.records.administer(id, (state, others) => changeRoles(state, { roles, ...others }), command);
  }

  @Operation(
    'disableStaff',
    'Disables a member of staff',
    'Until they are enabled. The member is logged out at once, and their keys do not work.',
  )
  @Returns(schemas.staffMember)
  @Refuses('last_administrator')
  @Requires('staff:write')
  @Idempotent()
  @Post(':id/disable')
  disable(@Param('id') id: string, @Command() command: CommandContext) {
    return this.records.administer(id, disable, command);
  }

  @Operation(
    'enableStaff',
    'Enables a member of staff again',
    'Logins and the keys that were not revoked work again. Sessions that have ended stay so.',
  )
  @Returns(schemas.staffMember)
  @Requires('staff:write')
  @FourEyes('staff')
  @Idempotent()
  @Post(':id/enable')
  async enable(@Param('id') id: string, @Command() command: CommandContext) {
    await this.secondPerson(command, 'staff', await this.of(id, 'they can log in again'));
    return this.store.handle(staff, id, enable, command);
  }

  @Operation(
    'resetStaffPassword',
    'Sets a new password for a member of staff',
    'Ends their sessions, and forgets their failed logins. In PRODUCTION they replace it with the next login, within three days.',
  )
  @Returns(schemas.staffMember)
  @Refuses('illegal_transition')
  @Requires('staff:write')
  @FourEyes('staff')
  @Idempotent({ without: ['password'] })
  @Post(':id/reset-password')
  async resetPassword(
    @Param('id') id: string,
    @Body() { password }: PasswordBody,
    @Command() command: CommandContext,
  ) {
    const { firstName, lastName, email } = await this.records.member(id);
    refuseWeak(password, command.caller, [firstName, lastName, email]);
    await this.secondPerson(command, 'staff', await this.of(id, 'they get another password'));
    const passwordHash = await hashPassword(password);
    const given = givenBy(command.caller);
    return this.store.handle(staff, id, (state) => resetPassword(state, { passwordHash }, given), command);
  }

  @Operation(
    'removeStaffAuthenticator',
    'Removes the authenticator of a member of staff',
    'For one who has lost it. Ends their sessions; they can enrol another one after their next login.',
  )
  @Returns(schemas.staffMember)
  @Refuses('illegal_transition')
  @Requires('staff:write')
  @FourEyes('staff')
  @Idempotent()
  @Post(':id/remove-authenticator')
  async removeAuthenticator(@Param('id') id: string, @Command() command: CommandContext) {
    await this.secondPerson(command, 'staff', await this.of(id, 'they can log in without a one-time code'));
    return this.store.handle(staff, id, removeAuthenticator, command);
  }

  @Operation(
    'endStaffSessions',
    'Ends the sessions of a member of staff',
    'Their tokens no longer work, in any process. Keys still do.',
  )
  @Returns(schemas.staffMember)
  @Requires('staff:write')
  @Idempotent()
  @Post(':id/end-sessions')
  endSessions(@Param('id') id: string, @Command() command: CommandContext) {
    return this.store.handle(staff, id, endSessions, command);
  }

  /** The first administrator creates the second one alone. Once there are two, there always are. */
  private async secondPerson(command: CommandContext, kind: ApprovalKind, effect: string): Promise<void> {
    if (command.caller.user && (await this.records.areTwoAdministrators()))
      secondPerson(command, kind, effect);
  }

  /** @throws Refusal not_found */
  private async of(id: string, change: string): Promise<string> {
    return `${nameOf(await this.records.member(id))}: ${change}.`;
  }
}

export const StaffSearches = operatorSearches(staffView, {
  operation: 'searchStaff',
  words: 'the members of staff',
  tag: 'Staff',
});

export const StaffKeySearches = operatorSearches(staffKeys, {
  path: 'staff/:id/keys',
  operation: 'searchStaffKeys',
  words: 'the API keys of a member of staff, including revoked ones',
  tag: 'Staff',
  within: async ({ id: staffId = '' }, readModels, caller) => {
    await readModels.existing(staffView, staffId, caller);
    return { staffId };
  },
});

interface Named {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

const nameOf = ({ firstName, lastName, email }: Named): string =>
  quoted(`${firstName} ${lastName} (${email})`);

const notAnAdministrator = () =>
  refuse('invalid_request', '#/roles: The first member of staff is an administrator.', {
    errors: [
      {
        pointer: '#/roles',
        code: 'not_an_administrator',
        detail: 'The first member of staff is an administrator.',
      },
    ],
  });
