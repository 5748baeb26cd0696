import { Database, EventStore, ReadModels } from '@corridor/event-store';
import {
  Command,
  type CommandContext,
  ForOperator,
  Idempotent,
  Operation,
  OperatorGuard,
  Refuses,
  Requires,
  Returns,
  TheCaller,
} from '@corridor/http';
import type { Caller } from '@corridor/kernel';
import { type RescreeningResource, schemas } from '@corridor/payments-contract';
import { Ids } from '@corridor/platform';
import { ScreeningProvider } from '@corridor/screening';
import { Controller, Get, Param, Post, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Event, type State, pause, rescreening, rescreenings, resume, start } from './rescreening.js';
import { screenedCount } from './rescreening-page.js';

/** Maximum number in a response. */
const MAX_SHOWN = 200;

/** All current subjects are compared again: by itself when a list has changed, or because staff say so. */
@ApiTags('Screening')
@ForOperator()
@UseGuards(OperatorGuard)
@Controller('operator/v1/screening/rescreenings')
export class RescreeningController {
  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly readModels: ReadModels,
    private readonly provider: ScreeningProvider,
    private readonly ids: Ids,
  ) {}

  @Operation('listRescreenings', 'Lists rescreenings', `The newest first, at most ${MAX_SHOWN}.`)
  @Returns(schemas.rescreenings)
  @Requires('screening-lists:read')
  @Get()
  async list(): Promise<RescreeningResource[]> {
    const rows = await this.database.query<{ data: RescreeningResource }>(
      `SELECT data FROM rescreening ORDER BY created_on DESC, id DESC LIMIT ${MAX_SHOWN}`,
    );
    return rows.map(({ data }) => data);
  }

  @Operation('getRescreening', 'Returns a rescreening', 'With its progress.')
  @Returns(schemas.rescreening)
  @Requires('screening-lists:read')
  @Get(':id')
  get(@Param('id') id: string, @TheCaller() caller: Caller) {
    return this.readModels.one(rescreenings.view!, id, caller);
  }

  @Operation(
    'startRescreening',
    'Starts a rescreening',
    'From the beginning, in some seconds; it replaces one that has not finished. A new version of an imported list starts one by itself; with a provider over HTTP staff start it.',
  )
  @Returns(schemas.rescreening)
  @Requires('screening-lists:write')
  @Idempotent()
  @Post()
  async start(@Command() command: CommandContext) {
    const listVersions = (await this.provider.importedVersions()) ?? [];
    const total = await screenedCount(this.database);
    return this.decide(
      this.ids.next('rsc', command),
      (state) => start(state, { listVersions, total }),
      command,
    );
  }

  @Operation(
    'pauseRescreening',
    'Pauses a rescreening',
    'It keeps its position, and new versions of lists start none meanwhile. After 12 hours it goes on by itself.',
  )
  @Returns(schemas.rescreening)
  @Refuses('illegal_transition')
  @Requires('screening-lists:write')
  @Idempotent()
  @Post(':id/pause')
  pause(@Param('id') id: string, @Command() command: CommandContext) {
    return this.decide(id, pause, command);
  }

  @Operation(
    'resumeRescreening',
    'Resumes a paused rescreening',
    'At its position; if a list has changed meanwhile, a new one replaces it.',
  )
  @Returns(schemas.rescreening)
  @Refuses('illegal_transition')
  @Requires('screening-lists:write')
  @Idempotent()
  @Post(':id/resume')
  resume(@Param('id') id: string, @Command() command: CommandContext) {
    return this.decide(id, resume, command);
  }

  private decide(id: string, decide: (state: State) => Event[], command: CommandContext) {
    return this.store.handle(rescreening, id, decide, command);
  }
}
