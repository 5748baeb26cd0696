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
  amountFaults,
  amountOf,
} from '@corridor/http';
import { ApiProperty } from '@nestjs/swagger';
import type { CalendarDate, Environment } from '@corridor/kernel';
import { paymentDatePassed } from '../faults.js';
import { paymentTypeFaults } from '../route.js';
import type { Request } from './creation.js';

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

/** The rules between the fields. */
export const paymentInstructionRules =
  (environment: Environment, today: CalendarDate): MoreRules<PaymentInstructionBody> =>
  (body, isFine) => {
    const faults = [
      ...(isFine('#/paymentType') ? paymentTypeFaults(body, environment) : []),
      ...(['#/sellCcyCode', '#/buyCcyCode', '#/fixedSide', '#/amount'].every(isFine)
        ? amountFaults(fixedCcyCode(body), body.amount, '#/amount')
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
    amount: amountOf(fixedCcyCode(body), body.amount, '#/amount'),
  },
  paymentDate: body.paymentDate,
  paymentType: body.paymentType,
  chargeType: body.chargeType,
  narrative: body.narrative,
  metadata: body.metadata,
});

const fixedCcyCode = ({ sellCcyCode, buyCcyCode, fixedSide }: PaymentInstructionBody) =>
  fixedSide === 'SELL' ? sellCcyCode : buyCcyCode;
