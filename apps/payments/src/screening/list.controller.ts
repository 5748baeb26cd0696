import { Database, EventStore } from '@corridor/event-store';
import {
  Body,
  Command,
  type CommandContext,
  ForOperator,
  Idempotent,
  IsFlag,
  IsList,
  IsOneOf,
  IsOptionalField,
  Operation,
  OperatorGuard,
  Requires,
  Returns,
  text,
} from '@corridor/http';
import { type ScreeningListResource, schemas } from '@corridor/payments-contract';
import { Ids } from '@corridor/platform';
import { type ListName, listNames } from '@corridor/screening';
import { Controller, Get, Post, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { listImport, request } from './list-import.js';

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
    const rows = await this.database.query<{ data: ScreeningListResource }>(
      `SELECT data FROM screening_list ORDER BY created_on DESC, id DESC LIMIT ${MAX_SHOWN}`,
    );
    return rows.map(({ data }) => data);
  }

  @Operation(
    'importScreeningList',
    'Imports a version of a sanctions list',
    'From files in the folder `SCREENING_LISTS`: of OFAC as CSV three, otherwise one. It is read in the background and refused whole if anything in it cannot be read, or if it is shorter by a fifth without `force`; the version before stays.',
  )
  @Returns(schemas.screeningList)
  @Requires('screening-lists:write')
  @Idempotent()
  @Post()
  import(@Body() { list, files, force }: ImportBody, @Command() command: CommandContext) {
    const requested = request({ list, files, force: force ?? false });
    return this.store.handle(listImport, this.ids.next('lst'), requested, command);
  }
}
