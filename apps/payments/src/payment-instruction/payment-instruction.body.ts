import type { PaymentType } from '@corridor/contracts';
import type { ChargeType } from '@corridor/payments-contract';
import {
  IsDate,
  IsId,
  IsOneOf,
  IsOptionalField,
  IsText,
  type MoreRules,
  ConversionOrderBody,
  orderOf,
} from '@corridor/http';
import { ApiProperty } from '@nestjs/swagger';
import type { CalendarDate, Environment } from '@corridor/kernel';
import { paymentDatePassed } from '../issues.js';
import { paymentTypeIssues } from '../route.js';
import type { Request } from './creation.js';

/** The body that creates a payment instruction (interface-spec 4.3). */
export class PaymentInstructionBody extends ConversionOrderBody {
  @IsId('ben')
  beneficiaryId: string;

  @ApiProperty({
    description:
      'Today or later, in UTC. If the date is not available, the payment is sent on the next available one.',
  })
  @IsDate()
  paymentDate: CalendarDate;

  @ApiProperty({ description: 'Required outside of production.' })
  @IsOptionalField()
  @IsOneOf(['REGULAR', 'PRIORITY'])
  paymentType: PaymentType | null;

  @ApiProperty({ description: 'Required for PRIORITY, not allowed for REGULAR.' })
  @IsOptionalField()
  @IsOneOf(['SHARED', 'OURS'])
  chargeType: ChargeType | null;

  @ApiProperty({ description: 'Appears on the statement of the beneficiary.' })
  @IsText({ max: 512 })
  narrative: string;

  @IsOptionalField()
  @IsText({ max: 1024, min: 0 })
  metadata: string | null;

  @ApiProperty({
    description:
      'Extension: the price of this quote, which must be for the same currencies, fixed side, amount and payment date. The conversion is filled at it. Default: the market rate.',
  })
  @IsOptionalField()
  @IsId('quo')
  quoteId: string | null;
}

/** The rules between the fields. */
export const paymentInstructionRules =
  (environment: Environment, today: CalendarDate): MoreRules<PaymentInstructionBody> =>
  (body, isFine) => [
    ...(isFine('#/paymentType') ? paymentTypeIssues(body, environment) : []),
    ...(isFine('#/paymentDate') && body.paymentDate < today ? [paymentDatePassed] : []),
  ];

export const requestOf = (body: PaymentInstructionBody): Request => ({
  order: orderOf(body),
  paymentDate: body.paymentDate,
  paymentType: body.paymentType,
  chargeType: body.chargeType,
  narrative: body.narrative,
  metadata: body.metadata,
});
