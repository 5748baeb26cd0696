import { EventStore } from '@corridor/event-store';
import {
  Body,
  Command,
  type CommandContext,
  ForOperator,
  FourEyes,
  Idempotent,
  IsList,
  IsRecord,
  Operation,
  OperatorGuard,
  Requires,
  Returns,
  countryCode,
  currencyCode,
  secondPerson,
} from '@corridor/http';
import { type PolicyResource, described, schemas } from '@corridor/payments-contract';
import { Controller, Get, Put, UseGuards } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { POLICY, paymentPolicy, setPolicy } from './payment-policy.js';
import { Policies } from './policies.js';

class RefusedCurrenciesBody {
  @ApiProperty({ description: 'No wallet is opened, and nothing is bought.' })
  @IsList(currencyCode, { max: 200, unique: true })
  held: string[];

  @IsList(currencyCode, { max: 200, unique: true })
  sold: string[];

  @IsList(currencyCode, { max: 200, unique: true })
  bought: string[];

  @ApiProperty({ description: 'Nobody is paid in it.' })
  @IsList(currencyCode, { max: 200, unique: true })
  paid: string[];

  @ApiProperty({ description: '`canBeCollected` is false.' })
  @IsList(currencyCode, { max: 200, unique: true })
  received: string[];
}

class PolicyBody {
  @ApiProperty({
    description: 'With their territories. Of clients, of senders, of beneficiaries and their banks.',
  })
  @IsList(countryCode, { max: 250, unique: true })
  refusedCountries: string[];

  @IsRecord(() => RefusedCurrenciesBody)
  refusedCurrencies: RefusedCurrenciesBody;
}

/** What is refused in which countries and currencies (production.md §4). */
@ApiTags('Screening')
@ForOperator()
@UseGuards(OperatorGuard)
@Controller('operator/v1/policy')
export class PolicyController {
  constructor(
    private readonly store: EventStore,
    private readonly policies: Policies,
  ) {}

  @Operation(
    'getPolicy',
    'Returns the policy of countries and currencies',
    'That of the setting `REFUSED_COUNTRIES` until staff set one: then `setBy` is not null.',
  )
  @Returns(schemas.policy)
  @Requires('policy:read')
  @Get()
  get(): Promise<PolicyResource> {
    return this.policies.read();
  }

  @Operation(
    'setPolicy',
    'Sets the policy of countries and currencies',
    'It replaces the earlier version. All services follow it within seconds: what it refuses is not created, and what was created before is not sent. Clients in a refused country get a case. What is booked or held already stays so.',
  )
  @Returns(schemas.policy)
  @Requires('policy:write')
  @FourEyes('policy')
  @Idempotent()
  @Put()
  async set(@Body() body: PolicyBody, @Command() command: CommandContext) {
    const { held, sold, bought, paid, received } = body.refusedCurrencies;
    const policy = {
      refusedCountries: body.refusedCountries,
      refusedCurrencies: { held, sold, bought, paid, received },
    };
    const before = await this.policies.read();
    secondPerson(command, 'policy', `${described(policy)} Before: ${described(before)}`);
    const set = await this.store.handle(paymentPolicy, POLICY, setPolicy(policy), {
      ...command,
      response: { as: (row: Stored) => asShown(row) },
    });
    this.policies.forget();
    return set;
  }
}

type Stored = PolicyResource & { readonly id: string };

const asShown = ({ id: _, ...shown }: Stored): PolicyResource => shown;
