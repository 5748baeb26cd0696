import { type BankCreditResource, schemas } from '@corridor/inbound-funds-contract';
import { EventStore, ReadModels } from '@corridor/event-store';
import {
  Body,
  Command,
  type CommandContext,
  ForOperator,
  FourEyes,
  Idempotent,
  IsCurrencyCode,
  IsDate,
  IsId,
  IsMoney,
  IsOptionalField,
  IsRecord,
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
import {
  type CalendarDate,
  type Caller,
  type Money,
  fromResource,
  moneyText,
  refuse,
} from '@corridor/kernel';
import { Ids } from '@corridor/platform';
import { Controller, Get, Param, Post, UseGuards } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { SimulatedSender, senderOf } from '../simulated-credit.js';
import { AccountOwners, compact } from './account-owners.js';
import { type State, bankCredit, giveBack, isReturnable, match } from './bank-credit.js';
import { bankCredits } from './bank-credit.view.js';
import { BankCredits } from './bank-credits.js';

class BankCreditBody {
  @ApiProperty({ description: 'The credited account: an IBAN or a local number.' })
  @IsText({ max: 34 })
  accountNumber: string;

  @IsCurrencyCode()
  ccyCode: string;

  @IsMoney(({ ccyCode }) => ccyCode)
  amount: Money;

  @IsDate()
  valueDate: CalendarDate;

  @ApiProperty({ description: 'Of the bank: the same credit is booked once.' })
  @IsText({ max: 64 })
  bankReference: string;

  @ApiProperty({ description: 'What the sender has written.' })
  @IsOptionalField()
  @IsText({ max: 512 })
  reference: string | null;

  @IsOptionalField()
  @IsRecord(() => SimulatedSender)
  sender: SimulatedSender | null;
}

class CreditMatchBody {
  @ApiProperty({ description: 'Whose wallet in the currency of the credit it is for.' })
  @IsId('cli')
  clientId: string;
}

class CreditReturnBody {
  @IsText({ max: 140 })
  reason: string;
}

/** What the bank has received (production.md §6). */
@ApiTags('Bank')
@ForOperator()
@UseGuards(OperatorGuard)
@Controller('operator/v1/bank/credits')
export class BankCreditController {
  constructor(
    private readonly store: EventStore,
    private readonly readModels: ReadModels,
    private readonly credits: BankCredits,
    private readonly owners: AccountOwners,
    private readonly ids: Ids,
  ) {}

  @Operation(
    'recordBankCredit',
    'Records a credit that a statement of the bank shows',
    'Once for its account and bank reference. It is matched by the account, then by what the sender has written: the wallet is credited when its sender is screened. Otherwise it waits as UNMATCHED.',
  )
  @Returns(schemas.bankCredit)
  @Refuses('already_exists')
  @Requires('bank:write')
  @FourEyes('bank')
  @Idempotent()
  @Post()
  record(@Body() body: BankCreditBody, @Command() command: CommandContext) {
    const { accountNumber, amount, valueDate, bankReference, reference, sender } = body;
    const line = {
      bankReference,
      accountNumber: compact(accountNumber),
      amount,
      valueDate,
      reference,
      sender: senderOf(sender),
    };
    secondPerson(
      command,
      'bank',
      `The bank has credited ${quoted(line.accountNumber)} with ${moneyText(amount)}.`,
    );
    return this.credits.take(line, command, (state: State) => {
      if (state.status !== 'NEW') throw alreadyBooked();
    });
  }

  @Operation('getBankCredit', 'Returns a credit of the bank', 'With the inbound funds that it has become.')
  @Returns(schemas.bankCredit)
  @Requires('bank:read')
  @Get(':id')
  get(@Param('id') id: string, @TheCaller() caller: Caller) {
    return this.readModels.one(bankCredits, id, caller);
  }

  @Operation(
    'matchBankCredit',
    'Matches a credit to a client',
    'It becomes inbound funds for the wallet of its currency.',
  )
  @Returns(schemas.bankCredit)
  @Refuses('illegal_transition')
  @Requires('bank:write')
  @FourEyes('bank')
  @Idempotent()
  @Post(':id/match')
  async match(
    @Param('id') id: string,
    @Body() { clientId }: CreditMatchBody,
    @Command() command: CommandContext,
  ) {
    const credit = await this.existing(id, command);
    const { amount } = credit;
    const owner = await this.owners.ofClient(clientId, amount.ccyCode);
    if (!owner) throw noWallet(amount.ccyCode);
    secondPerson(command, 'bank', `${described(credit)} is for ${owner.client.id}.`);
    const to = { ...owner, inboundFundsId: this.ids.next('if', command) };
    return this.store.handle(bankCredit, id, (state: State) => match(state, to), command);
  }

  @Operation(
    'returnBankCredit',
    'Returns an unmatched credit to its sender',
    'A submission for the bank, of the kind RETURN. The account of the sender has to be known.',
  )
  @Returns(schemas.bankCredit)
  @Refuses('illegal_transition')
  @Requires('bank:write')
  @FourEyes('bank')
  @Idempotent()
  @Post(':id/return')
  async return(@Param('id') id: string, @Body() body: CreditReturnBody, @Command() command: CommandContext) {
    const credit = await this.existing(id, command);
    const { sender } = credit;
    if (!isReturnable(sender))
      throw refuse('illegal_transition', 'The bank has not named the account of the sender.');
    secondPerson(
      command,
      'bank',
      `${described(credit)} goes back to the account ${quoted(sender.accountNumber)}.`,
    );
    const to = { ...body, submissionId: this.ids.next('sub', command) };
    return this.store.handle(bankCredit, id, (state: State) => giveBack(state, to), command);
  }

  private existing(id: string, { caller }: CommandContext) {
    return this.readModels.existing<BankCreditResource>(bankCredits, id, caller);
  }
}

/** For the second person: what it is, from whom. */
function described({ id, amount, valueDate, reference, sender }: BankCreditResource): string {
  const from = sender.name === null ? '' : ` from ${quoted(sender.name)}`;
  const about = reference === null ? '' : `, ${quoted(reference)}`;
  return `${moneyText(fromResource(amount))}${from} of ${valueDate}${about} (${id})`;
}

function alreadyBooked() {
  const detail = 'The credit with this reference of the bank is booked.';
  const issue = { pointer: '#/bankReference', code: 'already_exists', detail };
  return refuse('already_exists', `${issue.pointer}: ${detail}`, { errors: [issue] });
}

function noWallet(ccyCode: string) {
  const detail = `Must be a client with a wallet in ${ccyCode}.`;
  const issue = { pointer: '#/clientId', code: 'unknown', detail };
  return refuse('invalid_request', `${issue.pointer}: ${detail}`, { errors: [issue] });
}

export const BankCreditSearches = operatorSearches(bankCredits, {
  tag: 'Bank',
  path: 'bank/credits',
  operation: 'searchBankCredits',
  words: 'the credits of the bank, such as those that nobody could match',
});
