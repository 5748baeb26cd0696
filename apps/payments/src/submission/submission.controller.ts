import { type BankSubmissionResource, schemas } from '@corridor/payments-contract';
import { EventStore, ReadModels } from '@corridor/event-store';
import {
  Body,
  Command,
  type CommandContext,
  ForOperator,
  FourEyes,
  Idempotent,
  IsAmount,
  IsOptionalField,
  IsText,
  Operation,
  OperatorGuard,
  Refuses,
  Requires,
  Returns,
  TheCaller,
  amountOf,
  operatorSearches,
  quoted,
  secondPerson,
} from '@corridor/http';
import { type Caller, type Money, fromResource, moneyText } from '@corridor/kernel';
import { Controller, Get, Param, Post, UseGuards } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { invalid } from '../issues.js';
import type { RailReport } from '../rail/payment-rail.js';
import { type State, record, submission } from './submission.js';
import { submissions } from './submission.view.js';

class BankSaidBody {
  @ApiProperty({ description: 'The reference that the bank gave it.' })
  @IsOptionalField()
  @IsText({ max: 64 })
  bankReference: string | null;
}

class BankRejectionBody extends BankSaidBody {
  @ApiProperty({ description: 'The client sees it.' })
  @IsText({ max: 300 })
  reason: string;
}

class BankReturnBody extends BankRejectionBody {
  @ApiProperty({ description: 'What came back, in the currency of the payment; without it, all of it.' })
  @IsOptionalField()
  @IsAmount()
  amount: number | null;
}

/** What waits for the bank, and what it has said (production.md §6). */
@ApiTags('Bank')
@ForOperator()
@UseGuards(OperatorGuard)
@Controller('operator/v1/bank/submissions')
export class SubmissionController {
  constructor(
    private readonly store: EventStore,
    private readonly readModels: ReadModels,
  ) {}

  @Operation('getBankSubmission', 'Returns a submission', 'With all that a form of the bank asks for.')
  @Returns(schemas.bankSubmission)
  @Requires('bank:read')
  @Get(':id')
  get(@Param('id') id: string, @TheCaller() caller: Caller) {
    return this.readModels.one(submissions, id, caller);
  }

  @Operation(
    'acceptBankSubmission',
    'Records that the bank has accepted a payment or debit',
    'A payment stays SENT; its SWIFT message is PROCESSING.',
  )
  @Returns(schemas.bankSubmission)
  @Refuses('illegal_transition')
  @Requires('bank:write')
  @Idempotent()
  @Post(':id/accept')
  accept(@Param('id') id: string, @Body() body: BankSaidBody, @Command() command: CommandContext) {
    return this.record(id, 'ACCEPTED', body, command);
  }

  @Operation(
    'settleBankSubmission',
    'Records that the money has arrived',
    'A payment is SENT with the sub-status COMPLETED. What a debit has pulled is credited.',
  )
  @Returns(schemas.bankSubmission)
  @Refuses('illegal_transition')
  @Requires('bank:write')
  @Idempotent()
  @Post(':id/settle')
  settle(@Param('id') id: string, @Body() body: BankSaidBody, @Command() command: CommandContext) {
    return this.record(id, 'SETTLED', body, command);
  }

  @Operation(
    'rejectBankSubmission',
    'Records that the bank has not executed a payment or debit',
    'A payment is FAILED, and its money is back in the wallet. The inbound funds of a debit are REJECTED.',
  )
  @Returns(schemas.bankSubmission)
  @Refuses('illegal_transition')
  @Requires('bank:write')
  @FourEyes('bank')
  @Idempotent()
  @Post(':id/reject')
  async reject(@Param('id') id: string, @Body() body: BankRejectionBody, @Command() command: CommandContext) {
    const row = await this.existing(id, command);
    secondPerson(command, 'bank', `The bank has not executed ${described(row)}.`);
    return this.record(id, 'REJECTED', body, command);
  }

  @Operation(
    'returnBankSubmission',
    'Records that money of a payment or debit has gone back',
    'Also after it was settled. A payment is FAILED, and what came back is in the wallet. What a debit has pulled is taken from the wallet again.',
  )
  @Returns(schemas.bankSubmission)
  @Refuses('illegal_transition')
  @Requires('bank:write')
  @FourEyes('bank')
  @Idempotent()
  @Post(':id/return')
  async return(@Param('id') id: string, @Body() body: BankReturnBody, @Command() command: CommandContext) {
    const row = await this.existing(id, command);
    const returned = returnedOf(row, body);
    const back = returned ? moneyText(returned) : 'All';
    secondPerson(command, 'bank', `${back} of ${described(row)} has gone back.`);
    return this.record(id, 'RETURNED', body, command, returned);
  }

  private existing(id: string, { caller }: CommandContext) {
    return this.readModels.existing<BankSubmissionResource>(submissions, id, caller);
  }

  private record(
    id: string,
    status: RailReport['status'],
    body: BankSaidBody & { readonly reason?: string },
    command: CommandContext,
    returned: Money | null = null,
  ) {
    const said = { reportId: null, reason: body.reason ?? null, bankReference: body.bankReference };
    return this.store.handle(
      submission,
      id,
      (state: State) => record(state, status, said, returned),
      command,
    );
  }
}

/** For the second person: what it is, to whom. */
const described = ({ id, kind, amount, creditor, reference }: BankSubmissionResource): string =>
  `${moneyText(fromResource(amount))} ${kind === 'DEBIT' ? 'from' : 'to'} ${quoted(creditor.name)}, ${quoted(reference)} (${id})`;

function returnedOf({ amount }: BankSubmissionResource, { amount: given }: BankReturnBody): Money | null {
  if (given === null) return null;
  const returned = amountOf(amount.ccyCode, given, '#/amount');
  const all = amountOf(amount.ccyCode, amount.value, '#/amount');
  if (returned.minor > all.minor)
    throw invalid({
      pointer: '#/amount',
      code: 'too_large',
      detail: 'Must be at most the amount of the payment.',
    });
  return returned;
}

export const SubmissionSearches = operatorSearches(submissions, {
  tag: 'Bank',
  path: 'bank/submissions',
  operation: 'searchBankSubmissions',
  words: 'what leaves through the bank, with all that has to be keyed',
});
