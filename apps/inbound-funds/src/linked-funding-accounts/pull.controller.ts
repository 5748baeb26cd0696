import { schemas } from '@corridor/inbound-funds-contract';
import { holidaysIn } from '@corridor/calendars';
import { EventStore } from '@corridor/event-store';
import {
  Body,
  Command,
  type CommandContext,
  Extension,
  Idempotent,
  IsMoney,
  Operation,
  Refuses,
  Requires,
  Returns,
} from '@corridor/http';
import { Clock, type Money, addBusinessDays, refuse, referenceOf, todayFor } from '@corridor/kernel';
import { type AchSettings, Ids, achSettings } from '@corridor/platform';
import { Controller, Inject, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ReceivingAccounts } from '../collection-accounts/receiving-accounts.js';
import { type InboundFunds, counted, inboundFunds, receive } from '../inbound-funds/inbound-funds.js';
import { LinkedAccounts, mustBeLinked, pulledFrom } from './linked-accounts.js';

const CCY_CODE = 'USD';
/** Of an entry in a file of NACHA. */
const LARGEST_CENTS = 9_999_999_999n;

class FundingPullBody {
  @IsMoney(() => CCY_CODE)
  amount: Money;
}

/** Money of a client at another bank, for its wallet (ADR 68). */
@ApiTags('Linked funding accounts')
@Extension()
@Controller('v1/linked-funding-accounts/:id')
export class PullController {
  constructor(
    private readonly store: EventStore,
    private readonly linked: LinkedAccounts,
    private readonly accounts: ReceivingAccounts,
    private readonly ids: Ids,
    private readonly clock: Clock,
    @Inject(achSettings.KEY) private readonly ach: AchSettings,
  ) {}

  @Operation(
    'pullFunds',
    'Pulls money from a linked funding account',
    'Creates inbound funds in USD with the account as their sender. They are PENDING until the other bank can hardly return them any more, some days after it is debited; then they are CREDITED. If that bank returns the debit, they are REJECTED with its reason, also after the credit: then the amount is taken back from the wallet, and what the wallet does not have is owed. In the sandbox no bank is asked: the simulators of inbound funds credit, reject and return them.',
  )
  @Returns(schemas.inboundFunds)
  @Refuses('illegal_transition')
  @Requires('inbound-funds:write')
  @Idempotent()
  @Post('pull')
  async pull(
    @Param('id') id: string,
    @Body() { amount }: FundingPullBody,
    @Command() command: CommandContext,
  ) {
    if (amount.minor > LARGEST_CENTS) throw tooLarge();
    const { caller } = command;
    const from = await this.linked.one(id, caller);
    const account = await this.accounts.first(caller.client.id, CCY_CODE);
    if (!account) throw refuse('not_found', `The client has no ${CCY_CODE} wallet.`);
    const fundsId = this.ids.next('if', command);
    const today = todayFor(caller, this.clock);
    const receipt = {
      ...{ ...account, ...pulledFrom(from), amount, reference: referenceOf(fundsId, today) },
      // The debit is of the next day; then nearly all returns come within the hold.
      creditsOn: addBusinessDays(today, 1 + this.ach.holdDays, holidaysIn(CCY_CODE)),
      isCreditedAtOnce: false,
      // With what the bank credits for all debits of a day.
      isInSuspense: true as const,
    };
    const arrive = (state: InboundFunds) => {
      mustBeLinked(from);
      return receive(state, receipt);
    };
    return this.store.handleAndSettle(inboundFunds, fundsId, arrive, { ...command, ...counted });
  }
}

function tooLarge() {
  const detail = 'Must be at most 99,999,999.99.';
  const issue = { pointer: '#/amount', code: 'too_large', detail };
  return refuse('invalid_request', `${issue.pointer}: ${detail}`, { errors: [issue] });
}
