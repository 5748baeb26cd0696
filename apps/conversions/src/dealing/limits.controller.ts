import { type DealingLimitsResource, schemas } from '@corridor/conversions-contract';
import { EventStore } from '@corridor/event-store';
import {
  Body,
  Command,
  type CommandContext,
  ForOperator,
  FourEyes,
  Idempotent,
  IsInteger,
  IsNullableField,
  IsRecord,
  Operation,
  OperatorGuard,
  Requires,
  Returns,
  TheCaller,
  clientIdIn,
  secondPerson,
} from '@corridor/http';
import { type Caller, toResource } from '@corridor/kernel';
import { Controller, Get, Param, Put, UseGuards } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { LiveRates } from '../rates/live-rates.js';
import { Credit } from './credit.js';
import { effectOn, effectOnAll } from './limits-effect.js';
import {
  type DepositPolicy,
  LIMIT_CCY,
  type Limits,
  NO_DEPOSITS,
  OF_ALL,
  dealingLimits,
  limitsInForce,
  limitsOf,
  setLimits,
  uncovered,
  valueOf,
} from './limits.js';

const EUROS = { min: 0, max: 999_999_999_999 };

class DepositsBody {
  @ApiProperty({
    description: 'Of the sold amount, in whole percent; 0 for no deposit. Null for no own value.',
    examples: [5],
  })
  @IsNullableField()
  @IsInteger({ min: 0, max: 100 })
  percent: number | null;

  @ApiProperty({
    description:
      'How many hours after the booking it can be paid. Null for no own value; 24 if nobody has one.',
    examples: [24],
  })
  @IsNullableField()
  @IsInteger({ min: 1, max: 720 })
  hours: number | null;

  @ApiProperty({
    description:
      'A further deposit is required when the loss at the market is above so many percent of what was deposited; 0 for never. Null for no own value.',
    examples: [50],
  })
  @IsNullableField()
  @IsInteger({ min: 0, max: 100 })
  topUpPercent: number | null;
}

const CLIENT_EXPOSURE =
  'Of the sold amounts of open conversions of a client that its wallets do not have, in whole EUR.';

class ClientLimitsBody {
  @ApiProperty({ description: `${CLIENT_EXPOSURE} Null: as for all clients.`, examples: [500_000_000] })
  @IsNullableField()
  @IsInteger(EUROS)
  clientExposure: number | null;

  @ApiProperty({
    description: 'Of one conversion, in whole EUR. Null: as for all clients.',
    examples: [100_000_000],
  })
  @IsNullableField()
  @IsInteger(EUROS)
  maximumDeal: number | null;

  @ApiProperty({ description: 'What is deposited for a forward. Null: as for all clients.' })
  @IsNullableField()
  @IsRecord(() => DepositsBody)
  deposits: DepositsBody | null;
}

class LimitsBody {
  @ApiProperty({
    description: `${CLIENT_EXPOSURE} Null: no limit, clients without their own have unlimited credit.`,
    examples: [500_000_000],
  })
  @IsNullableField()
  @IsInteger(EUROS)
  clientExposure: number | null;

  @ApiProperty({
    description: 'Of one conversion, in whole EUR. Null: no limit.',
    examples: [100_000_000],
  })
  @IsNullableField()
  @IsInteger(EUROS)
  maximumDeal: number | null;

  @ApiProperty({
    description: 'Of the sold amounts of all open conversions, in whole EUR. Null: no limit.',
    examples: [900_000_000_000],
  })
  @IsNullableField()
  @IsInteger(EUROS)
  totalExposure: number | null;

  @ApiProperty({ description: 'What is deposited for a forward. Null: no deposits.' })
  @IsNullableField()
  @IsRecord(() => DepositsBody)
  deposits: DepositsBody | null;
}

/** What clients may owe (production §5, ADR 44). */
@ApiTags('Operator')
@ForOperator()
@UseGuards(OperatorGuard)
@Controller('operator/v1/dealing/limits')
export class LimitsController {
  constructor(
    private readonly store: EventStore,
    private readonly credit: Credit,
    private readonly rates: LiveRates,
  ) {}

  @Operation('getDealingLimits', 'Returns the limits of all clients', 'For clients without their own.')
  @Returns(schemas.dealingLimits)
  @Requires('dealing-limits:read')
  @Get()
  async get(@TheCaller() { environment }: Caller): Promise<DealingLimitsResource> {
    return asShown((await this.credit.limitsOf('', environment)).all);
  }

  @Operation(
    'setDealingLimits',
    'Sets the limits of all clients',
    'They replace the earlier ones and are in force at once. All fields are given: null is no limit.',
  )
  @Returns(schemas.dealingLimits)
  @Requires('dealing-limits:write')
  @FourEyes('limits')
  @Idempotent()
  @Put()
  set(@Body() body: LimitsBody, @Command() command: CommandContext) {
    return this.write(OF_ALL, null, { ...body, deposits: depositsIn(body) }, command);
  }

  @Operation(
    'getClientDealingLimits',
    'Returns the limits of a client and how much of them is used',
    '`inForce` has those of all clients where the client has no own.',
  )
  @Returns(schemas.clientDealingLimits)
  @Requires('dealing-limits:read')
  @Get(':clientId')
  async getOfClient(@Param('clientId') id: string, @TheCaller() { environment }: Caller) {
    const clientId = clientIdIn(id);
    const { all, own } = await this.credit.limitsOf(clientId, environment);
    const { open, funds } = await this.credit.standing(clientId, false);
    const market = await this.rates.lastKnown();
    const used = (sums: typeof open) => {
      const value = valueOf(sums, market);
      return value && toResource(value);
    };
    const { clientExposure, maximumDeal, deposits } = own ?? NO_LIMITS;
    return {
      clientId,
      ccyCode: LIMIT_CCY,
      clientExposure,
      maximumDeal,
      deposits,
      inForce: limitsInForce(all, own),
      unsettled: used(open),
      exposure: used(uncovered(open, funds)),
      auditHistory: own?.auditHistory ?? null,
    };
  }

  @Operation(
    'setClientDealingLimits',
    'Sets the limits of a client',
    'They replace its earlier ones. All fields are given: null is as for all clients. Conversions that are booked stay booked.',
  )
  @Returns(schemas.dealingLimits)
  @Requires('dealing-limits:write')
  @FourEyes('limits')
  @Idempotent()
  @Put(':clientId')
  setOfClient(
    @Param('clientId') id: string,
    @Body() body: ClientLimitsBody,
    @Command() command: CommandContext,
  ) {
    const clientId = clientIdIn(id);
    const limits = { ...body, totalExposure: null, deposits: depositsIn(body) };
    return this.write(limitsOf(clientId), clientId, limits, command);
  }

  private async write(id: string, clientId: string | null, limits: Limits, command: CommandContext) {
    const { all, own } = await this.credit.limitsOf(clientId ?? '', command.caller.environment);
    secondPerson(
      command,
      'limits',
      clientId === null ? effectOnAll(all, limits) : effectOn(clientId, own, limits),
    );
    const { clientExposure, maximumDeal, totalExposure, deposits } = limits;
    const decide = setLimits(clientId, { clientExposure, maximumDeal, totalExposure, deposits });
    return this.store.handle(dealingLimits, id, decide, {
      ...command,
      response: { as: (row: Stored) => asShown(row) },
    });
  }
}

type Stored = DealingLimitsResource & { readonly id: string };

const NO_LIMITS = { clientExposure: null, maximumDeal: null, deposits: NO_DEPOSITS };

const depositsIn = ({ deposits }: Pick<LimitsBody, 'deposits'>): DepositPolicy => ({
  ...NO_DEPOSITS,
  ...deposits,
});

/** Without the id of its stream, which is that of the stored record. */
function asShown({
  id: _,
  ...shown
}: DealingLimitsResource & { readonly id?: string }): DealingLimitsResource {
  return shown;
}
