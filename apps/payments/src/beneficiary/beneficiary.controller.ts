import { schemas } from '@corridor/payments-contract';
import { Database, EventStore, ReadModels } from '@corridor/event-store';
import {
  Body,
  Returns,
  Command,
  type CommandContext,
  Extension,
  Operation,
  Refuses,
  Requires,
  TheCaller,
  checkedBody,
  recordVersions,
  recordsForStaff,
  searches,
  Idempotent,
} from '@corridor/http';
import { type Caller, Clock, refuse, todayFor } from '@corridor/kernel';
import { Ids } from '@corridor/platform';
import { Controller, Get, Param, Post, Put } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { isLimited } from '../approval/approval.js';
import { isChecked } from '../approval/checked-beneficiary.js';
import { beneficiarySnapshots } from '../payment/payment.view.js';
import { BeneficiaryBody, beneficiaryRules, detailsOf } from './beneficiary.body.js';
import { type Details, type State, archive, beneficiary, create, update } from './beneficiary.js';
import { beneficiaries } from './beneficiary.view.js';
import { Policies } from '../policy/policies.js';

const WOULD_BE_REDIRECTED =
  'A payment or an instruction that a checker approves is still to be paid to the beneficiary. Somebody without a limit can update it.';

/** interface-spec 4.5; all writes are extensions (decisions §9). */
@ApiTags('Beneficiaries')
@Controller('v1')
export class BeneficiaryController {
  constructor(
    private readonly store: EventStore,
    private readonly readModels: ReadModels,
    private readonly database: Database,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly policies: Policies,
  ) {}

  @Operation(
    'createBeneficiary',
    'Creates a beneficiary',
    'Bank details are validated by the rules of their country: IBAN, BIC, sort code, routing number.',
  )
  @Extension()
  @ApiBody({ type: BeneficiaryBody })
  @Returns(schemas.beneficiary)
  @Requires('beneficiaries:write')
  @Idempotent()
  @Post('beneficiaries')
  async create(@Body() body: unknown, @Command() command: CommandContext) {
    const details = await this.detailsIn(body, command.caller);
    return this.store.handle(
      beneficiary,
      this.ids.next('ben', command),
      (state) => create(state, details),
      command,
    );
  }

  @Operation(
    'validateBeneficiary',
    'Validates a beneficiary',
    'Performs the validation of a creation with the same body, and creates nothing.',
  )
  @Extension()
  @ApiBody({ type: BeneficiaryBody })
  @Returns(schemas.validatedBeneficiary)
  @Requires('beneficiaries:write')
  @Idempotent()
  @Post('beneficiaries/validate')
  async validate(@Body() body: unknown, @TheCaller() caller: Caller) {
    const { bankAccount } = await this.detailsIn(body, caller);
    return { bankAccount, supportedPaymentTypes: bankAccount.supportedPaymentTypes };
  }

  @Operation(
    'updateBeneficiary',
    'Updates a beneficiary',
    'Replaces the whole beneficiary. Payments that are not sent yet use the new details; sent ones keep their snapshot. A maker with a limit cannot update it while something that a checker approves, or has approved, is still to be paid to it.',
  )
  @Extension()
  @ApiBody({ type: BeneficiaryBody })
  @Returns(schemas.beneficiary)
  @Refuses('illegal_transition', 'checker_required')
  @Requires('beneficiaries:write')
  @Idempotent()
  @Put('beneficiaries/:id')
  async update(@Param('id') id: string, @Body() body: unknown, @Command() command: CommandContext) {
    await this.readModels.one(beneficiaries, id, command.caller);
    const details = await this.detailsIn(body, command.caller);
    const isForChecker = isLimited(command.caller) && (await isChecked(this.database, id));
    const decide = (state: State) => {
      if (isForChecker) throw refuse('checker_required', WOULD_BE_REDIRECTED);
      return update(state, details);
    };
    return this.store.handle(beneficiary, id, decide, command);
  }

  @Operation(
    'archiveBeneficiary',
    'Archives a beneficiary',
    'Permanently: new payments to it are refused. What is still to be paid to it, today or later, fails when it would be sent. What was sent is not affected.',
  )
  @Extension()
  @Returns(schemas.beneficiary)
  @Refuses('illegal_transition')
  @Requires('beneficiaries:write')
  @Idempotent()
  @Post('beneficiaries/:id/archive')
  async archive(@Param('id') id: string, @Command() command: CommandContext) {
    await this.readModels.one(beneficiaries, id, command.caller);
    return this.store.handle(beneficiary, id, archive, command);
  }

  @Operation('getBeneficiary', 'Returns a beneficiary')
  @Returns(schemas.beneficiary)
  @Requires('beneficiaries:read')
  @Get('beneficiaries/:id')
  one(@Param('id') id: string, @TheCaller() caller: Caller) {
    return this.readModels.one(beneficiaries, id, caller);
  }

  @Operation(
    'getBeneficiarySnapshot',
    'Returns the beneficiary details of a sent payment',
    'A copy made when the payment was sent; it never changes.',
  )
  @Returns(schemas.beneficiary)
  @Requires('beneficiaries:read')
  @Get('beneficiary-snapshots/:id')
  snapshot(@Param('id') id: string, @TheCaller() caller: Caller) {
    return this.readModels.one(beneficiarySnapshots, id, caller);
  }

  private async detailsIn(body: unknown, caller: Caller): Promise<Details> {
    const rules = beneficiaryRules(todayFor(caller, this.clock), await this.policies.now());
    return detailsOf(await checkedBody(body, BeneficiaryBody, rules));
  }
}

export const BeneficiarySearches = searches(beneficiaries, {
  tag: 'Beneficiaries',
  operation: 'searchBeneficiaries',
  words: 'the beneficiaries',
});

export const BeneficiaryRecords = recordsForStaff(beneficiaries, 'a beneficiary');

export const BeneficiaryVersions = recordVersions(beneficiaries, beneficiary, {
  tag: 'Beneficiaries',
  operation: 'getBeneficiaryVersions',
  one: 'a beneficiary',
});
