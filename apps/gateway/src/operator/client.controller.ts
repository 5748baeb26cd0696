import { schemas } from '@corridor/gateway-contract';
import { EventStore, ReadModels } from '@corridor/event-store';
import {
  Body,
  AddressBody,
  Returns,
  Command,
  type CommandContext,
  ForOperator,
  FourEyes,
  IsCurrencyCode,
  IsNullableField,
  IsOneOf,
  IsOptionalField,
  IsRecord,
  IsText,
  Operation,
  Refuses,
  Requires,
  Idempotent,
  TheCaller,
  inNameOf,
  quoted,
  secondPerson,
  OperatorGuard,
} from '@corridor/http';
import { type Caller, Clock, type Refusal, refuse } from '@corridor/kernel';
import { Ids } from '@corridor/platform';
import { Controller, Get, Param, Post, Put, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  type Client,
  type RiskRating,
  changeClient,
  client,
  createClient,
  rate,
  resume,
  suspend,
} from '../client/client.js';
import { clients } from '../client/client.view.js';
import { KnownPolicy } from '../client/known-policy.js';
import { outcomeOfClosing, requestClosing } from '../client/closing.js';
import { OtherProcesses } from '../other-processes.js';
import { OperatorRecords } from './operator-records.js';
import { unique } from './unique.js';

class ClientSettingsBody {
  @IsCurrencyCode()
  baseCcy: string;
}

class ClientChangesBody {
  @IsText({ max: 140 })
  name: string;

  @IsRecord(() => AddressBody)
  address: AddressBody;

  @IsOneOf(['Personal', 'Business'])
  clientType: string;

  @IsNullableField()
  @IsText({ max: 2048 })
  companyWebsite: string | null;

  @IsRecord(() => ClientSettingsBody)
  settings: ClientSettingsBody;
}

class ClientBody extends ClientChangesBody {
  @IsText({ max: 40 })
  code: string;

  @IsOptionalField()
  @IsText({ max: 2048 })
  override companyWebsite: string | null;
}

class SuspensionBody {
  @IsText({ max: 500 })
  reason: string;
}

class RiskRatingBody {
  @IsOneOf(schemas.riskRatings)
  riskRating: RiskRating;
}

function refusedCountry({ countryCode }: AddressBody): Refusal {
  const detail = `Clients in ${countryCode} are refused.`;
  const issue = { pointer: '#/address/countryCode', code: 'country_refused', detail };
  return refuse('invalid_request', `${issue.pointer}: ${detail}`, { errors: [issue] });
}

/** decisions §9 */
@ApiTags('Operator')
@ForOperator()
@UseGuards(OperatorGuard)
@Controller('operator/v1/clients')
export class OperatorClientController {
  constructor(
    private readonly store: EventStore,
    private readonly readModels: ReadModels,
    private readonly ids: Ids,
    private readonly records: OperatorRecords,
    private readonly others: OtherProcesses,
    private readonly policy: KnownPolicy,
    private readonly clock: Clock,
  ) {}

  @Operation(
    'createClient',
    'Creates a client',
    'Its code is unique, and the policy does not refuse its country. Users of the client are created next.',
  )
  @Returns(schemas.clientAccount)
  @Refuses('already_exists')
  @Requires('clients:write')
  @Idempotent()
  @Post()
  async create(@Body() body: ClientBody, @Command() command: CommandContext) {
    const { refusedCountries } = await this.policy.now();
    const details = { ...changeable(body), code: body.code };
    return unique('client_code', 'code', () =>
      this.store.handle(
        client,
        this.ids.next('cli', command),
        (state) => {
          if (refusedCountries.includes(body.address.countryCode)) throw refusedCountry(body.address);
          return createClient(state, details);
        },
        command,
      ),
    );
  }

  @Operation('getClient', 'Returns a client', 'By its id.')
  @Returns(schemas.clientAccount)
  @Requires('clients:read')
  @Get(':clientId')
  get(@Param('clientId') id: string, @TheCaller() caller: Caller) {
    return this.readModels.one(clients, id, caller);
  }

  @Operation(
    'changeClient',
    'Changes the details of a client',
    'They replace the earlier ones. All fields are given: null is none. Its code stays, and so do records that name the client. A client that moves to a country that the policy refuses is suspended.',
  )
  @Returns(schemas.clientAccount)
  @Refuses('client_closed')
  @Requires('clients:write')
  @Idempotent()
  @Put(':clientId')
  async change(
    @Param('clientId') id: string,
    @Body() body: ClientChangesBody,
    @Command() command: CommandContext,
  ) {
    const { refusedCountries } = await this.policy.now();
    const details = { ...changeable(body), refusedCountries };
    const changing = this.store.handle(client, id, (state) => changeClient(state, details), command);
    const isRefused = refusedCountries.includes(body.address.countryCode);
    return isRefused ? this.others.afterAllForgot(changing) : changing;
  }

  @Operation(
    'suspendClient',
    'Suspends a client',
    'It can read, and what is in progress goes on, but its commands are 403 `client_suspended`. When the response comes, this is so in every process.',
  )
  @Returns(schemas.clientAccount)
  @Refuses('client_closed')
  @Requires('clients:suspend')
  @Idempotent()
  @Post(':clientId/suspend')
  suspend(
    @Param('clientId') id: string,
    @Body() { reason }: SuspensionBody,
    @Command() command: CommandContext,
  ) {
    const suspending = this.store.handle(client, id, (state) => suspend(state, { reason }), command);
    return this.others.afterAllForgot(suspending);
  }

  @Operation(
    'resumeClient',
    'Ends the suspension of a client',
    'Within a second in all processes. A client whom screening has blocked is resumed after the case is cleared, which needs a second person.',
  )
  @Returns(schemas.clientAccount)
  @Refuses('client_closed', 'illegal_transition', 'step_in_progress')
  @Requires('clients:suspend')
  @Idempotent()
  @Post(':clientId/resume')
  resume(@Param('clientId') id: string, @Command() command: CommandContext) {
    return this.store.handle(client, id, resume, command);
  }

  @Operation(
    'closeClient',
    'Closes a suspended client for good',
    'If its wallets are empty and nothing of it is open; otherwise 409 `client_not_closable` names what is. Its users cannot log in any more and its API keys are revoked; money that comes in later is returned to its sender. When the response comes, this is so in every process. After a 503 the closing goes on: repeat the request with the same key, or read the client.',
  )
  @Returns(schemas.clientAccount)
  @Refuses('illegal_transition', 'step_in_progress', 'client_not_closable', 'client_closed', 'step_parked')
  @Requires('clients:close')
  @FourEyes('client-closing')
  @Idempotent()
  @Post(':clientId/close')
  async close(
    @Param('clientId') id: string,
    @Body() { reason }: SuspensionBody,
    @Command() command: CommandContext,
  ) {
    const closed = await this.records.client(id);
    secondPerson(command, 'client-closing', `Closes the client ${quoted(closed.name)} for good.`);
    const inName = inNameOf(closed, command);
    const decide = (state: Client) => requestClosing(state, { reason, now: this.clock.now() });
    const closing = this.store.handleAndSettle(client, id, decide, {
      ...inName,
      outcome: outcomeOfClosing,
    });
    return this.others.afterAllForgot(closing);
  }

  @Operation('rateClient', 'Rates the risk of a client', 'Only staff see the rating.')
  @Returns(schemas.clientAccount)
  @Refuses('client_closed')
  @Requires('clients:rate')
  @Idempotent()
  @Put(':clientId/risk-rating')
  rate(
    @Param('clientId') id: string,
    @Body() { riskRating }: RiskRatingBody,
    @Command() command: CommandContext,
  ) {
    return this.store.handle(client, id, (state) => rate(state, { riskRating }), command);
  }
}

function changeable({ name, address, clientType, companyWebsite, settings }: ClientChangesBody) {
  const { lines, city, state, postalCode, countryCode } = address;
  return {
    name,
    address: { lines, city, state, postalCode, countryCode },
    clientType,
    companyWebsite,
    settings: { baseCcy: settings.baseCcy },
  };
}
