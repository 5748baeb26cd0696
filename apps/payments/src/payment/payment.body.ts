import type { PaymentType } from '@corridor/contracts';
import type { ChargeType } from '@corridor/payments-contract';
import {
  IsCurrencyCode,
  IsDate,
  IsId,
  IsMoney,
  IsOneOf,
  IsOptionalField,
  IsRecord,
  IsText,
  type MoreRules,
} from '@corridor/http';
import type { CalendarDate, Environment, Money } from '@corridor/kernel';
import { ApiProperty } from '@nestjs/swagger';
import { paymentDatePassed } from '../issues.js';
import { paymentTypeIssues } from '../route.js';
import type { Request } from './creation.js';

export class MoneyBody {
  @IsCurrencyCode()
  ccyCode: string;

  @IsMoney(({ ccyCode }) => ccyCode)
  value: Money;
}

/** The body of the simulators of fees. */
export class FeeBody {
  @ApiProperty({
    description:
      'Taken from the wallet of its currency together with the funds of the payment. Null: no fee.',
  })
  @IsOptionalField()
  @IsRecord(() => MoneyBody)
  fee: MoneyBody | null;
}

/** The body that creates a payment (an extension): the fields of its record, under the rules of instructions. */
export class PaymentBody {
  @IsId('ben')
  beneficiaryId: string;

  @IsRecord(() => MoneyBody)
  amount: MoneyBody;

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

  @IsText({ max: 512 })
  narrative: string;

  @ApiProperty({ description: 'Default: the narrative.' })
  @IsOptionalField()
  @IsText({ max: 512 })
  reason: string | null;

  @IsOptionalField()
  @IsText({ max: 35 })
  purposeCode: string | null;

  @IsOptionalField()
  @IsText({ max: 1024, min: 0 })
  metadata: string | null;
}

/** The rules between the fields. */
export const paymentRules =
  (environment: Environment, today: CalendarDate): MoreRules<PaymentBody> =>
  (body, isFine) => [
    ...(isFine('#/paymentType') ? paymentTypeIssues(body, environment) : []),
    ...(isFine('#/paymentDate') && body.paymentDate < today ? [paymentDatePassed] : []),
  ];

export const requestOf = ({ amount, beneficiaryId: _, ...body }: PaymentBody): Request => ({
  ...body,
  amount: amount.value,
});
