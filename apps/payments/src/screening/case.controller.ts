import { type ScreeningCaseResource, schemas } from '@corridor/payments-contract';
import { Database, EventStore, ReadModels } from '@corridor/event-store';
import {
  Body,
  Command,
  type CommandContext,
  ForOperator,
  FourEyes,
  Idempotent,
  IsText,
  Operation,
  OperatorGuard,
  Refuses,
  Requires,
  Returns,
  TheCaller,
  operatorSearches,
  quoted,
  secondPerson,
} from '@corridor/http';
import { type Caller } from '@corridor/kernel';
import { Controller, Get, Param, Post, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Event, type State, assign, block, clear, note, screening } from './screening.js';
import { screeningCases } from './screening.view.js';
import { Reviews, isForTwo } from './reviews.js';
import { aboutRecord } from './undecided.js';

/** So many reasons of a case are named to the second person. */
const MOST_REASONS = 3;

class NoteBody {
  @IsText({ max: 1000 })
  text: string;
}

class DecisionBody {
  @IsText({ max: 1000 })
  reason: string;
}

/** Cases of screening: whoever or whatever resembles an entry of a list, or has to be looked at (production.md §4). */
@ApiTags('Screening')
@ForOperator()
@UseGuards(OperatorGuard)
@Controller('operator/v1/screening/cases')
export class CaseController {
  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly readModels: ReadModels,
    private readonly reviews: Reviews,
  ) {}

  @Operation(
    'getScreeningCase',
    'Returns a case',
    'Who was screened, the hits, what was decided by whom, and the notes.',
  )
  @Returns(schemas.screeningCase)
  @Requires('screening:read')
  @Get(':id')
  get(@Param('id') id: string, @TheCaller() caller: Caller) {
    return this.readModels.one(screeningCases, id, caller);
  }

  @Operation('assignScreeningCase', 'Takes a case', 'It is assigned to the member of staff who asks.')
  @Returns(schemas.screeningCase)
  @Refuses('illegal_transition')
  @Requires('screening:write')
  @Idempotent()
  @Post(':id/assign')
  assign(@Param('id') id: string, @Command() command: CommandContext) {
    const { user: assignee } = command.caller;
    return this.decide(id, (state) => (assignee ? assign(state, { assignee }) : []), command);
  }

  @Operation('noteOnScreeningCase', 'Adds a note to a case', 'Also to one that is decided.')
  @Returns(schemas.screeningCase)
  @Requires('screening:write')
  @Idempotent()
  @Post(':id/note')
  note(@Param('id') id: string, @Body() { text }: NoteBody, @Command() command: CommandContext) {
    return this.decide(id, (state) => note(state, { text }), command);
  }

  @Operation(
    'clearScreeningCase',
    'Clears a case',
    'The record goes on, and the same hits open no other case for the same party of the client. Hits, what the policy refuses, and money for a client who is under review or blocked need a second person; any other review needs none. So does a BLOCKED case about a client, who can be resumed then; another BLOCKED case is not cleared.',
  )
  @Returns(schemas.screeningCase)
  @Refuses('illegal_transition')
  @Requires('screening:write')
  @FourEyes('screening-release')
  @Idempotent()
  @Post(':id/clear')
  async clear(@Param('id') id: string, @Body() { reason }: DecisionBody, @Command() command: CommandContext) {
    const found = await this.readModels.existing<ScreeningCaseResource>(screeningCases, id, command.caller);
    if (await this.isForTwo(found)) secondPerson(command, 'screening-release', effectOf(found));
    const comparison = { screeningId: id, subjectId: found.subject.id };
    return aboutRecord(this.database, comparison, (isUndecided) =>
      this.decide(id, (state) => clear(state, { reason, isUndecided }), command),
    );
  }

  @Operation(
    'blockScreeningCase',
    'Blocks a case',
    'An instruction is rejected, a payment fails, inbound funds are returned, a beneficiary is archived, a client is suspended until the case is cleared after all. The client is not told why.',
  )
  @Returns(schemas.screeningCase)
  @Refuses('illegal_transition')
  @Requires('screening:write')
  @Idempotent()
  @Post(':id/block')
  block(@Param('id') id: string, @Body() { reason }: DecisionBody, @Command() command: CommandContext) {
    return this.decide(id, (state) => block(state, { reason }), command);
  }

  private async isForTwo({ kind, status, subject, client, reviewReasons }: ScreeningCaseResource) {
    if (kind === 'HIT' || status === 'BLOCKED' || isForTwo(reviewReasons)) return true;
    return subject.type === 'SENDER' && this.reviews.isHeld(client.id);
  }

  private decide(id: string, decide: (state: State) => Event[], command: CommandContext) {
    return this.store.handle(screening, id, decide, command);
  }
}

/** For the second person: who is cleared, and of what. */
function effectOf({ status, subject, client, hits, reviewReasons }: ScreeningCaseResource): string {
  const reasons = [
    ...hits.map(({ name, list, score }) => `${quoted(name)} on ${list}, score ${score}`),
    ...reviewReasons.map(quoted),
  ];
  const more = reasons.length > MOST_REASONS ? [`${reasons.length - MOST_REASONS} more`] : [];
  const found = [...reasons.slice(0, MOST_REASONS), ...more].join('; ');
  const does = status === 'BLOCKED' ? 'Ends the block of' : 'Clears';
  return `${does} ${quoted(subject.names[0] ?? 'nobody')} (${subject.id}) of ${client.id}: ${found}.`;
}

export const CaseSearches = operatorSearches(screeningCases, {
  tag: 'Screening',
  path: 'screening/cases',
  operation: 'searchScreeningCases',
  words: 'the cases of screening',
});
