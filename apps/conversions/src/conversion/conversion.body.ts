import {
  IsAmount,
  IsCurrencyCode,
  IsDate,
  IsOneOf,
  IsOptionalField,
  IsText,
  type MoreRules,
  amountFaults,
  amountOf,
} from '@corridor/http';
import type { CalendarDate, Order } from '@corridor/kernel';
import { ApiProperty } from '@nestjs/swagger';
import { pastFault } from './conversion.js';

/** The body that makes a conversion (an extension): the terms of an instruction without its payment. */
export class ConversionBody {
  @IsCurrencyCode()
  sellCcyCode: string;

  @IsCurrencyCode()
  buyCcyCode: string;

  @IsOneOf(['BUY', 'SELL'])
  fixedSide: 'BUY' | 'SELL';

  @ApiProperty({ description: 'In the currency of the fixed side, with at most as many decimals as it has.' })
  @IsAmount()
  amount: number;

  @ApiProperty({
    description:
      'Today or later, in UTC, at most 12 months ahead; on a date that is not available it settles on the next that is. Default: the spot date.',
  })
  @IsOptionalField()
  @IsDate()
  valueDate: CalendarDate | null;

  @IsOptionalField()
  @IsText({ max: 1024, min: 0 })
  metadata: string | null;
}

export class CancellationBody {
  @ApiProperty({ description: 'Becomes the statusReason of the CANCELLED entry.' })
  @IsText({ max: 512 })
  reason: string;
}

const sameTwice = {
  pointer: '#/buyCcyCode',
  code: 'same_currency',
  detail: 'Must be another currency than sellCcyCode.',
};

/** The rules between the fields. */
export const conversionRules =
  (today: CalendarDate): MoreRules<ConversionBody> =>
  (body, isFine) => {
    const areCurrenciesFine = ['#/sellCcyCode', '#/buyCcyCode'].every(isFine);
    const faults = [
      ...(areCurrenciesFine && body.sellCcyCode === body.buyCcyCode ? [sameTwice] : []),
      ...(areCurrenciesFine && ['#/fixedSide', '#/amount'].every(isFine)
        ? amountFaults(fixedCcyCode(body), body.amount, '#/amount')
        : []),
    ];
    // Alone it is no fault yet: yesterday the same request may have been carried out, and the event store knows.
    const isOtherwiseFine = isFine('#') && faults.length === 0;
    const hasPassed = isFine('#/valueDate') && body.valueDate !== null && body.valueDate < today;
    return hasPassed && !isOtherwiseFine ? [...faults, pastFault] : faults;
  };

/** @param body that has passed {@link conversionRules} */
export const orderOf = (body: ConversionBody): Order => ({
  sellCcyCode: body.sellCcyCode,
  buyCcyCode: body.buyCcyCode,
  fixedSide: body.fixedSide,
  amount: amountOf(fixedCcyCode(body), body.amount, '#/amount'),
});

const fixedCcyCode = ({ sellCcyCode, buyCcyCode, fixedSide }: ConversionBody) =>
  fixedSide === 'SELL' ? sellCcyCode : buyCcyCode;
