import { EventStore } from '@corridor/event-store';
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
  Refuses,
  Requires,
  Returns,
  operatorSearches,
  quoted,
  secondPerson,
  text,
} from '@corridor/http';
import { type ScreeningListResource, schemas } from '@corridor/payments-contract';
import { Ids } from '@corridor/platform';
import { type ListName, listNames } from '@corridor/screening';
import { UnreadableFile } from '@corridor/iso20022';
import { refuse } from '@corridor/kernel';
import { Controller, Inject, Post, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { checksumIn } from './list-files.js';
import { type ScreeningSettings, screeningSettings } from './screening-settings.js';
import { type StoredImport, listImport, request, screeningLists } from './list-import.js';

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
    private readonly ids: Ids,
    @Inject(screeningSettings.KEY) private readonly settings: ScreeningSettings,
  ) {}

  @Operation(
    'importScreeningList',
    'Imports a version of a sanctions list',
    'From files in the folder `SCREENING_LISTS`: of OFAC as CSV three, otherwise one. It is read in the background and refused whole if anything in it cannot be read, or if it is shorter by a fifth without `force`, which needs a second person, who approves exactly these files; the version before stays.',
  )
  @Returns(schemas.screeningList)
  @Refuses('illegal_transition')
  @Requires('screening-lists:write')
  @FourEyes('screening-lists')
  @Idempotent()
  @Post()
  async import(@Body() { list, files, force }: ImportBody, @Command() command: CommandContext) {
    const checksum = force ? await this.checksumOf(files) : undefined;
    if (checksum !== undefined) {
      const effect = `Imports ${files.map(quoted).join(', ')} (SHA-256 ${checksum}) as ${list}, even if it is much shorter than the version before.`;
      secondPerson(command, 'screening-lists', effect);
    }
    const requested = request({ list, files, force: force ?? false, ...(checksum && { checksum }) });
    const as = (row: StoredImport): ScreeningListResource => ({ ...row, isCurrent: false, ageDays: null });
    return this.store.handle(listImport, this.ids.next('lst'), requested, { ...command, response: { as } });
  }

  /** @throws Refusal `illegal_transition` if they cannot be read: nobody can approve them */
  private async checksumOf(files: readonly string[]): Promise<string> {
    try {
      return await checksumIn(this.settings.folder, files);
    } catch (error) {
      if (error instanceof UnreadableFile) throw refuse('illegal_transition', error.message);
      throw error;
    }
  }
}

export const ListSearches = operatorSearches(screeningLists, {
  tag: 'Screening',
  path: 'screening/lists',
  operation: 'searchScreeningLists',
  words: 'imports of sanctions lists, newest first',
});
