import { EventStore, SecretCipher } from '@corridor/event-store';
import { type Role, type StaffKeyResource, roleNames, schemas } from '@corridor/gateway-contract';
import {
  Body,
  Command,
  type CommandContext,
  ForOperator,
  Idempotent,
  IsList,
  IsOptionalField,
  IsText,
  IsTimestamp,
  Operation,
  Refuses,
  Requires,
  Returns,
  TheCaller,
  oneOf,
  operatorSearches,
  OperatorGuard,
} from '@corridor/http';
import { type Caller, Clock, nowOf, refuse } from '@corridor/kernel';
import { Ids, type PlatformSettings, platformSettings } from '@corridor/platform';
import { Controller, Get, Inject, Param, Post, Put, Req, Res, UseGuards } from '@nestjs/common';
import { ApiProperty, ApiSecurity, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MIN_SECRET_LENGTH, digestOf, newSecret } from '../api-key/secret.js';
import { secretNotAllowed } from '../operator/secret-not-allowed.js';
import { LoginThrottle } from '../token/login-throttle.js';
import { PASSWORD_LENGTH, hashPassword, isPassword } from '../token/password.js';
import { refuseWeak } from '../token/weak-password.js';
import { unique } from '../operator/unique.js';
import { inPerson } from './in-person.js';
import { authenticatorUri, newAuthenticatorSecret } from './one-time-code.js';
import { STAFF_CIPHER } from './staff-cipher.js';
import { changePassword, issueAuthenticator, staff } from './staff.js';
import { StaffIdentities } from './staff-identities.js';
import { createStaffKey, revokeStaffKey, staffKey, staffKeys } from './staff-key.js';
import { StaffRecords } from './staff-records.js';

class OwnPasswordBody {
  @IsText({ max: 1024 })
  currentPassword: string;

  @IsText(PASSWORD_LENGTH)
  password: string;
}

class StaffKeyBody {
  @IsText({ max: 100 })
  label: string;

  @ApiProperty({ description: 'Default: all your roles.' })
  @IsOptionalField()
  @IsList(oneOf(roleNames), { min: 1, max: roleNames.length, unique: true })
  roles: Role[] | null;

  @ApiProperty({ description: 'Default: it works until it is revoked.' })
  @IsOptionalField()
  @IsTimestamp()
  expiresOn: string | null;

  @ApiProperty({ description: 'Only outside of production: a chosen secret instead of a generated one.' })
  @IsOptionalField()
  @IsText({ min: MIN_SECRET_LENGTH, max: 200 })
  secret: string | null;
}

/** What members of staff do for themselves. A key cannot create another key, or change how its member logs in. */
@ApiTags('Staff')
@ForOperator()
@UseGuards(OperatorGuard)
@Controller('operator/v1')
export class OwnAccountController {
  constructor(
    private readonly store: EventStore,
    private readonly identities: StaffIdentities,
    private readonly throttle: LoginThrottle,
    private readonly records: StaffRecords,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly responseCipher: SecretCipher,
    @Inject(STAFF_CIPHER) private readonly cipher: SecretCipher,
    @Inject(platformSettings.KEY) private readonly settings: PlatformSettings,
  ) {}

  @Operation(
    'staffWhoAmI',
    'Returns the member of staff who calls',
    'With the permissions of the credential.',
  )
  @Returns(schemas.staffIdentity)
  @Requires('own-account:manage')
  @Get('auth/who-am-i')
  async whoAmI(@TheCaller() { user, permissions, apiKeyId, environment }: Caller) {
    const member = await this.records.member(user?.id ?? '');
    return { staff: member, permissions, apiKey: { id: apiKeyId }, environment: { name: environment } };
  }

  @Operation(
    'issueAuthenticator',
    'Issues the secret of an authenticator app',
    'Only this response contains it. The next login with its code enrols it, and from then on each login needs one. Until then it can be replaced.',
  )
  @ApiSecurity('staffBearer')
  @Returns(schemas.authenticator)
  @Refuses('bearer_token_required', 'illegal_transition')
  @Requires('own-account:manage')
  @Idempotent({ perUser: true })
  @Post('auth/authenticator')
  issueAuthenticator(@Command() command: CommandContext) {
    const secret = newAuthenticatorSecret();
    const encrypted = this.cipher.encrypt(secret);
    const as = ({ id, email }: { readonly id: string; readonly email: string }) => ({
      id,
      secret,
      uri: authenticatorUri(email, secret),
    });
    return this.store.handle(
      staff,
      inPerson(command.caller).id,
      (state) => issueAuthenticator(state, { secret: encrypted }),
      { ...command, response: { as, cipher: this.responseCipher } },
    );
  }

  @Operation(
    'changeOwnStaffPassword',
    'Changes your password',
    'Ends your other sessions. A wrong current password counts as a failed login.',
  )
  @ApiSecurity('staffBearer')
  @Returns(schemas.staffMember)
  @Refuses('bearer_token_required', 'illegal_transition')
  @Requires('own-account:manage')
  @Idempotent({ without: ['currentPassword', 'password'], perUser: true })
  @Put('auth/password')
  async changePassword(
    @Body() { currentPassword, password }: OwnPasswordBody,
    @Command() command: CommandContext,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { email, id, firstName, lastName } = await this.records.member(inPerson(command.caller).id);
    refuseWeak(password, command.caller, [firstName, lastName, email]);
    const account = this.identities.account(email);
    const resets = await this.throttle.attempt(request, reply, account, async (login) =>
      (await isPassword(currentPassword, login?.passwordHash ?? null)) ? (login?.resets ?? null) : null,
    );
    if (resets === null) throw wrongPassword();
    const passwordHash = await hashPassword(password);
    const change = { passwordHash, resets, sessionId: request.staffSession ?? '' };
    return this.store.handle(staff, id, (state) => changePassword(state, change), command);
  }

  @Operation(
    'createStaffKey',
    'Creates an API key for a machine',
    'It acts as you, with all or some of your roles, as long as you have them. Only this response contains the secret.',
  )
  @ApiSecurity('staffBearer')
  @Returns(schemas.newStaffKey)
  @Refuses('bearer_token_required', 'already_exists')
  @Requires('own-account:manage')
  @Idempotent({ without: ['secret'], perUser: true })
  @Post('staff-keys')
  async createKey(@Body() body: StaffKeyBody, @Command() command: CommandContext) {
    if (body.secret !== null && this.settings.environment === 'PRODUCTION') throw secretNotAllowed();
    const { id: staffId, roles: held } = await this.records.member(inPerson(command.caller).id);
    const secret = body.secret ?? newSecret('ok', this.settings.environment);
    const { label, expiresOn, roles } = { ...body, roles: body.roles ?? held };
    const input = {
      label,
      staffId,
      roles,
      expiresOn,
      digest: digestOf(secret),
      held,
      now: nowOf(this.clock),
    };
    const response = { as: (row: StaffKeyResource) => ({ ...row, secret }), cipher: this.responseCipher };
    return unique('staff_credential_digest', 'secret', () =>
      this.store.handle(staffKey, this.ids.next('sk', command), (state) => createStaffKey(state, input), {
        ...command,
        response,
      }),
    );
  }

  @Operation(
    'revokeStaffKey',
    'Revokes an API key of a machine',
    'Immediately and permanently: your own, and with `staff:write` that of a colleague.',
  )
  @Returns(schemas.staffKey)
  @Requires('own-account:manage')
  @Idempotent({ perUser: true })
  @Post('staff-keys/:id/revoke')
  revokeKey(@Param('id') id: string, @Command() command: CommandContext) {
    const { user, permissions } = command.caller;
    const by = permissions.includes('staff:write') ? null : user?.id;
    return this.store.handle(staffKey, id, (state) => revokeStaffKey(state, { by }), command);
  }
}

const wrongPassword = () =>
  refuse('invalid_request', '#/currentPassword: This is not the password.', {
    errors: [{ pointer: '#/currentPassword', code: 'wrong_password', detail: 'This is not the password.' }],
  });

export const OwnKeySearches = operatorSearches(
  { ...staffKeys, searchable: { ...staffKeys.searchable, permission: 'own-account:manage' } },
  {
    tag: 'Staff',
    operation: 'searchOwnStaffKeys',
    words: 'your API keys, including revoked ones',
    within: async (_, __, { user }) => ({ staffId: user?.id ?? '' }),
  },
);
