import {
  type ClientMarginPlanResource,
  type MarginPlanResource,
  schemas,
} from '@corridor/conversions-contract';
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
import { Controller, Get, Param, Put, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { OF_ALL, assign, clientMarginPlan, marginsOf } from './client-margin-plan.js';
import { ClientMarginPlanBody, DefaultMarginPlanBody } from './margin-plan.body.js';
import { type Assignment, marginPlanView } from './margin-plan.view.js';
import { Margins } from './margins.js';

/** Who has which margin plan (production §5, ADR 50). */
@ApiTags('Dealing')
@ForOperator()
@UseGuards(OperatorGuard)
@Controller('operator/v1/dealing/client-margin-plans')
export class ClientMarginPlanController {
  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly readModels: ReadModels,
    private readonly margins: Margins,
  ) {}

  @Operation(
    'getDefaultMarginPlan',
    'Returns the margin plan of all clients',
    'For clients without their own.',
  )
  @Returns(schemas.clientMarginPlan)
  @Requires('dealing:read')
  @Get()
  getDefault(): Promise<ClientMarginPlanResource> {
    return this.shown(null);
  }

  @Operation(
    'setDefaultMarginPlan',
    'Sets the margin plan of all clients',
    'For clients without their own; effective within two seconds.',
  )
  @Returns(schemas.clientMarginPlan)
  @Requires('dealing:margins')
  @FourEyes('margins')
  @Idempotent()
  @Put()
  setDefault(@Body() body: DefaultMarginPlanBody, @Command() command: CommandContext) {
    return this.assign(null, body, command);
  }

  @Operation(
    'getClientMarginPlan',
    'Returns the margin plan of a client',
    '`inForce` is its own, or that of all clients.',
  )
  @Returns(schemas.clientMarginPlan)
  @Requires('dealing:read')
  @Get(':clientId')
  getOfClient(@Param('clientId') id: string): Promise<ClientMarginPlanResource> {
    return this.shown(clientIdIn(id));
  }

  @Operation(
    'setClientMarginPlan',
    'Sets the margin plan of a client',
    'Effective within two seconds. What was quoted or booked before keeps its price.',
  )
  @Returns(schemas.clientMarginPlan)
  @Requires('dealing:margins')
  @FourEyes('margins')
  @Idempotent()
  @Put(':clientId')
  setOfClient(
    @Param('clientId') id: string,
    @Body() body: ClientMarginPlanBody,
    @Command() command: CommandContext,
  ) {
    return this.assign(clientIdIn(id), body, command);
  }

  private async assign(
    clientId: string | null,
    { marginPlanId }: ClientMarginPlanBody,
    command: CommandContext,
  ) {
    const plan =
      marginPlanId &&
      (await this.readModels.existing<MarginPlanResource>(marginPlanView, marginPlanId, command.caller));
    const whose = clientId === null ? 'All clients without their own' : clientId;
    const none = clientId === null ? 'no margin plan' : 'the margin plan of all clients';
    secondPerson(command, 'margins', `${whose}: ${plan ? `the margin plan ${quoted(plan.name)}` : none}.`);
    const all = clientId === null ? null : (await this.shown(null)).marginPlanId;
    const id = clientId === null ? OF_ALL : marginsOf(clientId);
    const assigned = await this.store.handle(clientMarginPlan, id, assign(clientId, marginPlanId), {
      ...command,
      response: { as: (row: Assignment) => asShown(row, all) },
    });
    this.margins.forget();
    return assigned;
  }

  private async shown(clientId: string | null): Promise<ClientMarginPlanResource> {
    const ids = [OF_ALL, ...(clientId === null ? [] : [marginsOf(clientId)])];
    const rows = await this.database.query<{ data: Assignment }>(
      'SELECT data FROM client_margin_plan WHERE id = ANY ($1)',
      [ids],
    );
    const found = (id: string | undefined) => rows.map(({ data }) => data).find((one) => one.id === id);
    const own = found(ids.at(-1)) ?? { clientId, marginPlanId: null, auditHistory: null };
    return asShown(own, found(OF_ALL)?.marginPlanId ?? null);
  }
}

const asShown = (
  { clientId, marginPlanId, auditHistory }: Omit<Assignment, 'id'>,
  ofAll: string | null,
): ClientMarginPlanResource => ({ clientId, marginPlanId, inForce: marginPlanId ?? ofAll, auditHistory });
