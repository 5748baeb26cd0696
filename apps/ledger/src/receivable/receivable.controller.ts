import { type ReceivableResource, type RelatedEntity, schemas } from '@corridor/ledger-contract';
import { Database, EventStore, ReadModels } from '@corridor/event-store';
import {
  Body,
  Command,
  type CommandContext,
  ForOperator,
  FourEyes,
  Idempotent,
  IsCurrencyCode,
  IsId,
  IsMoney,
  IsText,
  Operation,
  OperatorGuard,
  Refuses,
  Requires,
  Returns,
  TheCaller,
  inNameOf,
  operatorSearches,
  quoted,
  secondPerson,
} from '@corridor/http';
import {
  type Caller,
  Clock,
  type Money,
  type Reference,
  fromResource,
  moneyText,
  nowFor,
  refuse,
} from '@corridor/kernel';
import { Ids } from '@corridor/platform';
import { Controller, Get, Param, Post, UseGuards } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { type ClientLedger, type ClientLedgerEvent, clientLedger } from '../client-ledger/client-ledger.js';
import { HoldsFor } from '../client-ledger/holds-for.js';
import { type Circumstances, HoldsUnknown } from '../client-ledger/post.js';
import { collect, recordReceivable, writeOff } from '../client-ledger/receivables.js';
import { checkConversion } from './check-conversion.js';
import { receivables } from './receivable.view.js';

export class ReceivableBody {
  @IsId('cli')
  clientId: string;

  @IsCurrencyCode()
  ccyCode: string;

  @ApiProperty({ description: 'The client has a wallet of its currency.' })
  @IsMoney(({ ccyCode }) => ccyCode)
  amount: Money;

  @ApiProperty({
    description:
      'The conversion whose costs they are. Once it is exchanged, they are in one of its currencies and at most its amount in it.',
  })
  @IsId('con')
  conversionId: string;

  @ApiProperty({ description: 'Of the conversion. The client sees it in the transactions of a collection.' })
  @IsText({ max: 64 })
  reference: string;

  @ApiProperty({ description: 'The client sees it, too.' })
  @IsText({ max: 140 })
  reason: string;
}

export class WriteOffBody {
  @IsText({ max: 500 })
  reason: string;
}

/** What clients owe (ADR 54). */
@ApiTags('Receivables')
@ForOperator()
@UseGuards(OperatorGuard)
@Controller('operator/v1/receivables')
export class ReceivableController {
  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly readModels: ReadModels,
    private readonly holdsFor: HoldsFor,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  @Operation(
    'recordReceivable',
    'Records what a client owes for a conversion',
    'Costs that arose outside of Corridor. What a close-out costs is recorded by itself.',
  )
  @Returns(schemas.receivable)
  @Refuses('client_closed')
  @Requires('receivables:write')
  @FourEyes('adjustment')
  @Idempotent()
  @Post()
  async record(@Body() body: ReceivableBody, @Command() command: CommandContext) {
    const { clientId, amount, conversionId, reference, reason } = body;
    const client = await this.clientWith(clientId, amount.ccyCode);
    const isKnown = await checkConversion(this.database, body);
    const unknown = isKnown
      ? ''
      : ` Nothing was exchanged for ${conversionId} yet: whose it is, is not checked.`;
    secondPerson(
      command,
      'adjustment',
      `${quoted(client.name)} owes ${moneyText(amount)} for ${quoted(reference)}: ${quoted(reason)}`,
      unknown,
    );
    const receivableId = this.ids.next('rcv', command);
    const relatedEntity: RelatedEntity = {
      ...{ id: conversionId, type: 'CONVERSION', reference, details: { description: reason } },
    };
    const debt = { receivableId, amount, relatedEntity };
    return this.handle(client, receivableId, command, (state, met) => recordReceivable(state, debt, met));
  }

  @Operation('getReceivable', 'Returns what a client owes')
  @Returns(schemas.receivable)
  @Requires('receivables:read')
  @Get(':id')
  get(@Param('id') id: string, @TheCaller() caller: Caller) {
    return this.readModels.one(receivables, id, caller);
  }

  @Operation(
    'collectReceivable',
    'Takes what a client owes from its wallet',
    'As much as the wallet has, without what is held for a payment. The rest stays open.',
  )
  @Returns(schemas.receivable)
  @Refuses('illegal_transition', 'insufficient_funds')
  @Requires('receivables:write')
  @Idempotent()
  @Post(':id/collect')
  async collect(@Param('id') receivableId: string, @Command() command: CommandContext) {
    const { client } = await this.existing(receivableId, command);
    return this.handle(client, receivableId, command, (state, met) => collect(state, { receivableId }, met));
  }

  @Operation(
    'writeOffReceivable',
    'Writes off what a client owes',
    'All that is outstanding: it is a loss of the company, and nothing of it is collected any more.',
  )
  @Returns(schemas.receivable)
  @Refuses('illegal_transition')
  @Requires('receivables:write')
  @FourEyes('adjustment')
  @Idempotent()
  @Post(':id/write-off')
  async writeOff(
    @Param('id') receivableId: string,
    @Body() { reason }: WriteOffBody,
    @Command() command: CommandContext,
  ) {
    const { client, outstanding } = await this.existing(receivableId, command);
    const amount = moneyText(fromResource(outstanding));
    secondPerson(
      command,
      'adjustment',
      `${amount} that ${quoted(client.name)} owes is written off: ${quoted(reason)}`,
    );
    const off = { receivableId, reason };
    return this.handle(client, receivableId, command, (state, met) => writeOff(state, off, met));
  }

  private existing(id: string, { caller }: CommandContext) {
    return this.readModels.existing<ReceivableResource>(receivables, id, caller);
  }

  private async clientWith(clientId: string, ccyCode: string): Promise<Reference> {
    const [found] = await this.database.query<{ client: Reference }>(
      `SELECT data -> 'client' AS client FROM wallet WHERE client_id = $1 AND ccy_code = $2`,
      [clientId, ccyCode],
    );
    if (found) return found.client;
    const detail = `Must be a client with a wallet in ${ccyCode}.`;
    const issue = { pointer: '#/clientId', code: 'unknown', detail };
    throw refuse('invalid_request', `${issue.pointer}: ${detail}`, { errors: [issue] });
  }

  /** In the ledger of the client. What is held in it is read if its state does not have the sums. */
  private async handle(
    client: Reference,
    receivableId: string,
    command: CommandContext,
    decide: (state: ClientLedger, met: Circumstances) => ClientLedgerEvent[],
  ) {
    const { caller } = command;
    const met: Circumstances = {
      now: nowFor(caller, this.clock),
      newId: (prefix, place) =>
        place
          ? this.ids.nextOf(prefix, { id: place.transferId, part: String(place.index) }, caller)
          : this.ids.next(prefix),
    };
    const attempt = (holds?: Circumstances['holds']) =>
      this.store.handle(
        clientLedger,
        client.id,
        (state) => decide(state, { ...met, ...(holds && { holds }) }),
        { ...inNameOf(client, command), response: { view: receivables, id: receivableId } },
      );
    return attempt().catch(async (error: unknown) => {
      if (!(error instanceof HoldsUnknown)) throw error;
      return attempt(await this.holdsFor.find(client.id, [], error.needs));
    });
  }
}

export const ReceivableSearches = operatorSearches(receivables, {
  tag: 'Receivables',
  operation: 'searchReceivables',
  words: 'what clients owe',
});
