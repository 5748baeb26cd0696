import { schemas } from '@corridor/gateway-contract';
import { EventStore } from '@corridor/event-store';
import {
  Body,
  AddressBody,
  Returns,
  Command,
  type CommandContext,
  ForOperator,
  IsCurrencyCode,
  IsOneOf,
  IsOptionalField,
  IsRecord,
  IsText,
  Operation,
  Refuses,
  Requires,
  Idempotent,
} from '@corridor/http';
import { Ids } from '@corridor/platform';
import { Controller, Post, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { client, createClient } from '../client/client.js';
import { OperatorGuard } from './operator.guard.js';
import { unique } from './unique.js';

class ClientSettingsBody {
  @IsCurrencyCode()
  baseCcy: string;
}

class ClientBody {
  @IsText({ max: 140 })
  name: string;

  @IsText({ max: 40 })
  code: string;

  @IsRecord(() => AddressBody)
  address: AddressBody;

  @IsOneOf(['Personal', 'Business'])
  clientType: string;

  @IsOptionalField()
  @IsText({ max: 2048 })
  companyWebsite: string | null;

  @IsRecord(() => ClientSettingsBody)
  settings: ClientSettingsBody;
}

/** decisions §9 */
@ApiTags('Operator')
@ForOperator()
@UseGuards(OperatorGuard)
@Controller('operator/v1/clients')
export class OperatorClientController {
  constructor(
    private readonly store: EventStore,
    private readonly ids: Ids,
  ) {}

  @Operation('createClient', 'Creates a client', 'Its code is unique. Users of the client are created next.')
  @Returns(schemas.clientAccount)
  @Refuses('already_exists')
  @Requires('clients:write')
  @Idempotent()
  @Post()
  create(@Body() body: ClientBody, @Command() command: CommandContext) {
    const { lines, city, state, postalCode, countryCode } = body.address;
    const address = { lines, city, state, postalCode, countryCode };
    const details = { ...body, address, settings: { baseCcy: body.settings.baseCcy } };
    return unique('client_code', 'code', () =>
      this.store.handle(
        client,
        this.ids.next('cli', command),
        (state) => createClient(state, details),
        command,
      ),
    );
  }
}
