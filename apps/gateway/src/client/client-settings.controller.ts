import { schemas } from '@corridor/gateway-contract';
import { EventStore } from '@corridor/event-store';
import {
  Body,
  Returns,
  Command,
  type CommandContext,
  IsCurrencyCode,
  Operation,
  Requires,
  Idempotent,
} from '@corridor/http';
import { Controller, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { changeSettings, client } from './client.js';
import type { ClientRow } from './client.view.js';

class ClientSettingsBody {
  @IsCurrencyCode()
  baseCcy: string;
}

/** interface-spec 4.2 */
@ApiTags('Identity')
@Controller('v1/client-settings')
export class ClientSettingsController {
  constructor(private readonly store: EventStore) {}

  @Operation(
    'changeClientSettings',
    'Changes the settings of the client',
    'Returns the client with its new settings.',
  )
  @Returns(schemas.clientWithSettings)
  @Requires('client-settings:write')
  @Idempotent()
  @Put()
  change(@Body() { baseCcy }: ClientSettingsBody, @Command() command: CommandContext) {
    return this.store.handle(
      client,
      command.caller.client.id,
      (state) => changeSettings(state, { baseCcy }),
      {
        ...command,
        response: { as: ({ id, name, settings }: ClientRow) => ({ id, name, settings }) },
      },
    );
  }
}
