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
  operatorSearches,
} from '@corridor/http';
import { type Caller, refuse } from '@corridor/kernel';
import { schemas } from '@corridor/payments-contract';
import { Ids, causeOf } from '@corridor/platform';
import { ScreeningProvider } from '@corridor/screening';
import { Controller, Get, Param, Post, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Event, type State, pause, rescreening, rescreeningView, resume, start } from './rescreening.js';
import { screenedCount } from './rescreening-page.js';

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

  @Operation('getRescreening', 'Returns a rescreening', 'With its progress.')
  @Returns(schemas.rescreening)
  @Requires('screening-lists:read')
  @Get(':id')
  get(@Param('id') id: string, @TheCaller() caller: Caller) {
    return this.readModels.one(rescreeningView, id, caller);
  }

  @Operation(
    'startRescreening',
    'Starts a rescreening',
    'From the beginning, in some seconds; it replaces one that has not finished. A new version of a list starts one by itself, unless the provider does not tell the versions of all its lists.',
  )
  @Returns(schemas.rescreening)
  @Requires('screening-lists:write')
  @Idempotent()
  @Post()
  async start(@Command() command: CommandContext) {
    const listVersions = (await this.currentVersions()) ?? [];
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

  private async currentVersions(): Promise<readonly string[] | null> {
    try {
      return await this.provider.currentVersions(true);
    } catch (error) {
      throw refuse('unavailable', causeOf(error));
    }
  }

  private decide(id: string, decide: (state: State) => Event[], command: CommandContext) {
    return this.store.handle(rescreening, id, decide, command);
  }
}

export const RescreeningSearches = operatorSearches(rescreeningView, {
  tag: 'Screening',
  path: 'screening/rescreenings',
  operation: 'searchRescreenings',
  words: 'the rescreenings',
});
