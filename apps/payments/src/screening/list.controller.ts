import { Database, EventStore } from '@corridor/event-store';
import {
  Body,
  Command,
  type CommandContext,
  ForOperator,
  FourEyes,
  Idempotent,
  IsFlag,
  IsList,
  IsOneOf,
  IsOptionalField,
  Operation,
  OperatorGuard,
  Requires,
  Returns,
  quoted,
  secondPerson,
  text,
} from '@corridor/http';
import { Clock } from '@corridor/kernel';
import { type ScreeningListResource, schemas } from '@corridor/payments-contract';
import { Ids } from '@corridor/platform';
import { type ListName, listNames } from '@corridor/screening';
import { Controller, Get, Post, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type StoredImport, listImport, request, shown } from './list-import.js';

/** Maximum number in a response. */
const MAX_SHOWN = 200;

class ImportBody {
  @IsOneOf(listNames)
  list: ListName;

  @IsList(text({ max: 200 }), { min: 1, max: 3, unique: true })
  files: string[];

  @IsOptionalField()
  @IsFlag()
  force: boolean | null;
}

/** The sanctions lists with which names are compared, and their versions. */
@ApiTags('Screening')
@ForOperator()
@UseGuards(OperatorGuard)
@Controller('operator/v1/screening/lists')
export class ListController {
  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  @Operation(
    'listScreeningLists',
    'Lists the imports of sanctions lists',
    `The newest first, at most ${MAX_SHOWN}. Names are compared with the newest imported version of each list.`,
  )
  @Returns(schemas.screeningLists)
  @Requires('screening-lists:read')
  @Get()
  async list(): Promise<ScreeningListResource[]> {
    const rows = await this.database.query<{ data: StoredImport; isCurrent: boolean }>(
      `SELECT data, data ->> 'status' = 'IMPORTED' AND row_number() OVER (
           PARTITION BY data ->> 'list', data ->> 'status' ORDER BY data ->> 'finishedOn' DESC, id DESC
         ) = 1 AS "isCurrent"
       FROM screening_list ORDER BY created_on DESC, id DESC LIMIT ${MAX_SHOWN}`,
    );
    return rows.map(({ data, isCurrent }) => shown(data, isCurrent, this.clock));
  }

  @Operation(
    'importScreeningList',
    'Imports a version of a sanctions list',
    'From files in the folder `SCREENING_LISTS`: of OFAC as CSV three, otherwise one. It is read in the background and refused whole if anything in it cannot be read, or if it is shorter by a fifth without `force`, which needs a second person; the version before stays.',
  )
  @Returns(schemas.screeningList)
  @Requires('screening-lists:write')
  @FourEyes('screening-lists')
  @Idempotent()
  @Post()
  import(@Body() { list, files, force }: ImportBody, @Command() command: CommandContext) {
    const effect = `Imports ${files.map(quoted).join(', ')} as ${list}, even if it is much shorter than the version before.`;
    if (force) secondPerson(command, 'screening-lists', effect);
    const requested = request({ list, files, force: force ?? false });
    const as = (row: StoredImport) => shown(row, false, this.clock);
    return this.store.handle(listImport, this.ids.next('lst'), requested, { ...command, response: { as } });
  }
}
