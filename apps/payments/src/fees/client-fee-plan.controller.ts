import { Database, EventStore, ReadModels } from '@corridor/event-store';
import {
  Body,
  Command,
  type CommandContext,
  ForOperator,
  FourEyes,
  Idempotent,
  Operation,
  OperatorGuard,
  Requires,
  Returns,
  clientIdIn,
  quoted,
  secondPerson,
} from '@corridor/http';
import { type ClientFeePlanResource, type FeePlanResource, schemas } from '@corridor/payments-contract';
import { Controller, Get, Param, Put, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { OF_ALL, assign, clientFeePlan, feesOf } from './client-fee-plan.js';
import { ClientFeePlanBody, DefaultFeePlanBody } from './fee-plan.body.js';
import { type Assignment, feePlanView } from './fee-plan.view.js';
import { Fees } from './fees.js';

/** Who has which fee plan (production.md §7, ADR 58). */
@ApiTags('Fees')
@ForOperator()
@UseGuards(OperatorGuard)
@Controller('operator/v1/fees/client-plans')
export class ClientFeePlanController {
  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly readModels: ReadModels,
    private readonly fees: Fees,
  ) {}

  @Operation('getDefaultFeePlan', 'Returns the fee plan of all clients', 'For clients without their own.')
  @Returns(schemas.clientFeePlan)
  @Requires('fees:read')
  @Get()
  getDefault(): Promise<ClientFeePlanResource> {
    return this.shown(null);
  }

  @Operation(
    'setDefaultFeePlan',
    'Sets the fee plan of all clients',
    'For clients without their own; effective within two seconds. Payments that exist keep their fee.',
  )
  @Returns(schemas.clientFeePlan)
  @Requires('fees:write')
  @FourEyes('fees')
  @Idempotent()
  @Put()
  setDefault(@Body() body: DefaultFeePlanBody, @Command() command: CommandContext) {
    return this.assign(null, body, command);
  }

  @Operation(
    'getClientFeePlan',
    'Returns the fee plan of a client',
    '`inForce` is its own, or that of all clients.',
  )
  @Returns(schemas.clientFeePlan)
  @Requires('fees:read')
  @Get(':clientId')
  getOfClient(@Param('clientId') id: string): Promise<ClientFeePlanResource> {
    return this.shown(clientIdIn(id));
  }

  @Operation(
    'setClientFeePlan',
    'Sets the fee plan of a client',
    'For payments and instructions that are created from then on; effective within two seconds.',
  )
  @Returns(schemas.clientFeePlan)
  @Requires('fees:write')
  @FourEyes('fees')
  @Idempotent()
  @Put(':clientId')
  setOfClient(
    @Param('clientId') id: string,
    @Body() body: ClientFeePlanBody,
    @Command() command: CommandContext,
  ) {
    return this.assign(clientIdIn(id), body, command);
  }

  private async assign(clientId: string | null, { feePlanId }: ClientFeePlanBody, command: CommandContext) {
    const plan =
      feePlanId && (await this.readModels.existing<FeePlanResource>(feePlanView, feePlanId, command.caller));
    const whose = clientId === null ? 'All clients without their own' : clientId;
    const none = clientId === null ? 'no fee plan' : 'the fee plan of all clients';
    secondPerson(command, 'fees', `${whose}: ${plan ? `the fee plan ${quoted(plan.name)}` : none}.`);
    const all = clientId === null ? null : (await this.shown(null)).feePlanId;
    const id = clientId === null ? OF_ALL : feesOf(clientId);
    const assigned = await this.store.handle(clientFeePlan, id, assign(clientId, feePlanId), {
      ...command,
      response: { as: (row: Assignment) => asShown(row, all) },
    });
    this.fees.forget();
    return assigned;
  }

  private async shown(clientId: string | null): Promise<ClientFeePlanResource> {
    const own = clientId === null ? OF_ALL : feesOf(clientId);
    const rows = await this.database.query<{ data: Assignment }>(
      'SELECT data FROM client_fee_plan WHERE id = ANY ($1)',
      [[OF_ALL, own]],
    );
    const found = (id: string) => rows.map(({ data }) => data).find((one) => one.id === id);
    const none = { clientId, feePlanId: null, version: 0, setBy: null, setOn: null };
    return asShown(found(own) ?? none, found(OF_ALL)?.feePlanId ?? null);
  }
}

const asShown = (
  { clientId, feePlanId, version, setBy, setOn }: Omit<Assignment, 'id'>,
  ofAll: string | null,
): ClientFeePlanResource => ({ clientId, feePlanId, inForce: feePlanId ?? ofAll, version, setBy, setOn });
