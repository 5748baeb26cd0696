import type { ChargeType, PaymentType } from '@corridor/contracts';
import {
  IsAmount,
  IsCurrencyCode,
  IsDate,
  IsId,
  IsOneOf,
  IsOptionalField,
  IsText,
  type MoreRules,
  amountOf,
} from '@corridor/http';
import { ApiProperty } from '@nestjs/swagger';
import { type CalendarDate, type Environment, type FieldFault, Refusal } from '@corridor/kernel';
import { type Request, noChargeType, paymentDatePassed } from './creation.js';

/** The body that makes a payment instruction (interface-spec 4.3). */
export class PaymentInstructionBody {
  @IsCurrencyCode()
  sellCcyCode: string;

  @IsCurrencyCode()
  buyCcyCode: string;

  @IsOneOf(['BUY', 'SELL'])
  fixedSide: 'BUY' | 'SELL';

  @ApiProperty({ description: 'In the currency of the fixed side, with at most as many decimals as it has.' })
  @IsAmount()
  amount: number;

  @IsId('ben')
  beneficiaryId: string;

  @ApiProperty({
    description: 'Today or later, in UTC. On a date that is not available it leaves on the next that is.',
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

  @ApiProperty({ description: 'Stands on the statement of the beneficiary.' })
  @IsText({ max: 512 })
  narrative: string;

  @IsOptionalField()
  @IsText({ max: 1024, min: 0 })
  metadata: string | null;
}

export class CancellationBody {
  @ApiProperty({ description: 'Becomes the statusReason of the CANCELLED entry.' })
  @IsText({ max: 512 })
  reason: string;
}

/** The rules between the fields. */
export const paymentInstructionRules =
  (environment: Environment, today: CalendarDate): MoreRules<PaymentInstructionBody> =>
  (body, isFine) => {
    const faults = [
      ...(isFine('#/paymentType') ? paymentTypeFaults(body, environment) : []),
      ...(['#/sellCcyCode', '#/buyCcyCode', '#/fixedSide', '#/amount'].every(isFine)
        ? amountFaults(body)
        : []),
    ];
    // Alone it is no fault yet: yesterday the same request may have been carried out, and the event store knows.
    const isOtherwiseFine = isFine('#') && faults.length === 0;
    const hasPassed = isFine('#/paymentDate') && body.paymentDate < today;
    return hasPassed && !isOtherwiseFine ? [...faults, paymentDatePassed] : faults;
  };

/** @param body that has passed {@link paymentInstructionRules} */
export const requestOf = (body: PaymentInstructionBody): Request => ({
  order: {
    sellCcyCode: body.sellCcyCode,
    buyCcyCode: body.buyCcyCode,
    fixedSide: body.fixedSide,
    amount: fixedAmount(body),
  },
  paymentDate: body.paymentDate,
  paymentType: body.paymentType,
  chargeType: body.chargeType,
  narrative: body.narrative,
  metadata: body.metadata,
});

const fixedAmount = ({ sellCcyCode, buyCcyCode, fixedSide, amount }: PaymentInstructionBody) =>
  amountOf(fixedSide === 'SELL' ? sellCcyCode : buyCcyCode, amount, '#/amount');

function amountFaults(body: PaymentInstructionBody): readonly FieldFault[] {
  try {
    fixedAmount(body);
    return [];
  } catch (error) {
    if (error instanceof Refusal) return error.extra.errors as readonly FieldFault[];
    throw error;
  }
}

function paymentTypeFaults(
  { paymentType, chargeType }: PaymentInstructionBody,
  environment: Environment,
): FieldFault[] {
  if (paymentType === null && environment !== 'PRODUCTION')
    return [required('#/paymentType', 'in the SANDBOX')];
  if (paymentType === 'PRIORITY' && chargeType === null) return [required('#/chargeType', 'for PRIORITY')];
  return paymentType === 'REGULAR' && chargeType !== null ? [noChargeType] : [];
}

const required = (pointer: string, when: string): FieldFault => ({
  pointer,
  code: 'required',
  detail: `This field is required ${when}.`,
});
