import { schemas } from '@corridor/contracts';
import { EventStore, ReadModels } from '@corridor/event-store';
import {
  Answers,
  Command,
  Extension,
  Operation,
  Requires,
  TheCaller,
  checkedBody,
  searches,
} from '@corridor/http';
import { type Caller, Clock, todayOf } from '@corridor/kernel';
import { Ids } from '@corridor/platform';
import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { beneficiarySnapshots } from '../payment/payment.view.js';
import { BeneficiaryBody, beneficiaryRules, detailsOf } from './beneficiary.body.js';
import { beneficiary, create } from './beneficiary.js';
import { beneficiaries } from './beneficiary.view.js';

/** interface-spec 4.5; creating is an extension. */
@ApiTags('Beneficiaries')
@Controller('v1')
export class BeneficiaryController {
  constructor(
    private readonly store: EventStore,
    private readonly readModels: ReadModels,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  @Operation(
    'createBeneficiary',
    'Creates a beneficiary',
    'Bank details are checked by the rules of their country: IBAN, BIC, sort code, routing number.',
  )
  @Extension()
  @ApiBody({ type: BeneficiaryBody })
  @Answers(schemas.beneficiary)
  @Requires('beneficiaries:write')
  @Post('beneficiaries')
  async create(@Body() body: unknown, @Command() command: Command) {
    const asked = await checkedBody(body, BeneficiaryBody, beneficiaryRules(todayOf(this.clock)));
    return this.store.handle(
      beneficiary,
      this.ids.next('ben'),
      (state) => create(state, detailsOf(asked)),
      command,
    );
  }

  @Operation('getBeneficiary', 'Shows a beneficiary')
  @Answers(schemas.beneficiary)
  @Requires('beneficiaries:read')
  @Get('beneficiaries/:id')
  one(@Param('id') id: string, @TheCaller() caller: Caller) {
    return this.readModels.one(beneficiaries, id, caller);
  }

  @Operation(
    'getBeneficiarySnapshot',
    'Shows a beneficiary as a payment was sent to it',
    'What was copied when the payment was sent; it never changes.',
  )
  @Answers(schemas.beneficiary)
  @Requires('beneficiaries:read')
  @Get('beneficiary-snapshots/:id')
  snapshot(@Param('id') id: string, @TheCaller() caller: Caller) {
    return this.readModels.one(beneficiarySnapshots, id, caller);
  }
}

export const BeneficiarySearches = searches(beneficiaries, {
  tag: 'Beneficiaries',
  operation: 'searchBeneficiaries',
  words: 'the beneficiaries',
});
