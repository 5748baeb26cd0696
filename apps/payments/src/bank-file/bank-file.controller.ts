import { createHash } from 'node:crypto';
import { type BankFileResource, bankFileIdOf, schemas } from '@corridor/payments-contract';
import { EventStore, ReadModels } from '@corridor/event-store';
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
import { UnreadableFile } from '@corridor/iso20022';
import { type Caller } from '@corridor/kernel';
import { Controller, Get, Param, Post, UseGuards } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { invalid } from '../issues.js';
import { PaymentRail } from '../rail/payment-rail.js';
import type { RailFiles } from '../rail/rail-files.js';
import { type State, bankFile, discard, receive, retry } from './bank-file.js';
import { bankFileView } from './bank-file.view.js';
import { BankFiles } from './bank-files.js';
import { IsBase64, IsFileName, bytesOf } from './file-fields.js';

const MOST_CHARACTERS = 90_000;

class BankFileBody {
  @ApiProperty({ description: 'Letters, digits, `.`, `_` and `-`, without a full stop at the beginning.' })
  @IsFileName()
  name: string;

  @ApiProperty({
    description:
      'The bytes of the file in Base64 (RFC 4648, either alphabet), so nothing of it changes on the way.',
    examples: ['PERvY3VtZW50Lz4='],
  })
  @IsBase64(MOST_CHARACTERS)
  content: string;
}

class BankFileDiscardBody {
  @ApiProperty({ description: 'Why nothing more of the file has to be read.' })
  @IsText({ max: 300 })
  reason: string;
}

/** The files of the bank (production.md §6). */
@ApiTags('Bank')
@ForOperator()
@UseGuards(OperatorGuard)
@Controller('operator/v1/bank/files')
export class BankFileController {
  constructor(
    private readonly store: EventStore,
    private readonly readModels: ReadModels,
    private readonly rail: PaymentRail,
    private readonly files: BankFiles,
  ) {}

  @Operation(
    'uploadBankFile',
    'Gives a file of the bank to the rail',
    'For example one that was corrected, or one from the portal of the bank. It is read within seconds; the same content is read once. Larger files are put into the folder.',
  )
  @Returns(schemas.bankFile)
  @Requires('bank:write')
  @FourEyes('bank')
  @Idempotent()
  @Post()
  async upload(@Body() body: BankFileBody, @Command() command: CommandContext) {
    const { name } = body;
    const content = bytesOf(body.content);
    const { files } = this.rail;
    if (!files)
      throw invalid({
        pointer: '#/content',
        code: 'not_allowed',
        detail: 'The payment rail reads no files.',
      });
    const digest = createHash('sha256').update(content).digest('hex');
    const says = await summaryOf(files, name, content);
    secondPerson(
      command,
      'bank',
      `What ${name} says is taken as what the bank says: ${says} (SHA-256 ${digest}).`,
    );
    const known = await files.receive(name, content);
    const file = { name, digest };
    return this.store.handle(
      bankFile,
      bankFileIdOf(digest),
      (state: State) => receive(state, file, known),
      command,
    );
  }

  @Operation(
    'getBankFileLevels',
    'Returns how many files of the bank wait',
    'For the rail, and for a person.',
  )
  @Returns(schemas.bankFileLevels)
  @Requires('bank:read')
  @Get('levels')
  level() {
    return this.files.levels();
  }

  @Operation('getBankFile', 'Returns a file of the bank', 'With the reason why it is set aside.')
  @Returns(schemas.bankFile)
  @Requires('bank:read')
  @Get(':id')
  get(@Param('id') id: string, @TheCaller() caller: Caller) {
    return this.readModels.one(bankFileView, id, caller);
  }

  @Operation(
    'retryBankFile',
    'Reads a file again that is set aside',
    'What was stored of it is not stored twice. If the cause is not removed, it is set aside again.',
  )
  @Returns(schemas.bankFile)
  @Refuses('illegal_transition')
  @Requires('bank:write')
  @Idempotent()
  @Post(':id/retry')
  retry(@Param('id') id: string, @Command() command: CommandContext) {
    return this.store.handle(bankFile, id, retry, command);
  }

  @Operation(
    'discardBankFile',
    'Discards a file that is set aside',
    'It is kept, and never read again. What it says and is not stored has to be recorded by hand before.',
  )
  @Returns(schemas.bankFile)
  @Refuses('illegal_transition')
  @Requires('bank:write')
  @FourEyes('bank')
  @Idempotent()
  @Post(':id/discard')
  async discard(
    @Param('id') id: string,
    @Body() { reason }: BankFileDiscardBody,
    @Command() command: CommandContext,
  ) {
    const file = await this.readModels.existing<BankFileResource>(bankFileView, id, command.caller);
    const why = file.reason === null ? '' : ` It was set aside: ${quoted(file.reason)}`;
    secondPerson(command, 'bank', `What the file ${quoted(file.name)} (${id}) says is not taken.${why}`);
    return this.store.handle(bankFile, id, (state: State) => discard(state, reason), command);
  }
}

/** Nobody can approve what cannot be read. */
async function summaryOf(files: RailFiles, name: string, content: Buffer): Promise<string> {
  try {
    return await files.summary(name, content);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const detail = `The file cannot be read: ${error.message}.`;
    throw invalid({ pointer: '#/content', code: 'invalid_format', detail });
  }
}

export const BankFileSearches = operatorSearches(bankFileView, {
  tag: 'Bank',
  path: 'bank/files',
  operation: 'searchBankFiles',
  words: 'the files of the bank, and those that wait for a person',
});
