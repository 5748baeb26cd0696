import {
  ConversionOrderBody,
  IsAmount,
  IsDate,
  IsId,
  IsOptionalField,
  IsText,
  IsTimestamp,
  type MoreRules,
} from '@corridor/http';
import type { CalendarDate, Timestamp } from '@corridor/kernel';
import { ApiProperty } from '@nestjs/swagger';
import { pastIssue } from './pricing.js';

/** The body that creates a conversion (an extension): the terms of an instruction without its payment. */
export class ConversionBody extends ConversionOrderBody {
  @ApiProperty({
    description:
      'Today or later, in UTC, at most 12 months ahead. If the date is not available, the conversion settles on the next available one. Default: the spot date.',
  })
  @IsOptionalField()
  @IsDate()
  valueDate: CalendarDate | null;

  @IsOptionalField()
  @IsText({ max: 1024, min: 0 })
  metadata: string | null;

  @ApiProperty({
    description:
      'Books at the price of this quote, which must be for the same currencies, fixed side, amount and value date. Default: the market rate.',
  })
  @IsOptionalField()
  @IsId('quo')
  quoteId: string | null;
}

/** Another value date. */
export class DateChangeBody {
  @ApiProperty({
    description:
      'Today or later, in UTC, at most 12 months ahead. If the date is not available, the conversion settles on the next available one.',
  })
  @IsDate()
  valueDate: CalendarDate;
}

/** A part that is settled early. */
export class DrawdownBody extends DateChangeBody {
  @ApiProperty({ description: 'Of the currency whose amount was fixed; less than that of the conversion.' })
  @IsAmount()
  amount: number;
}

/** Either of both. */
export class DateChangeQuoteBody extends DateChangeBody {
  @ApiProperty({
    description:
      'Of the currency whose amount was fixed, for a drawdown; less than that of the conversion. Default: the whole conversion.',
  })
  @IsOptionalField()
  @IsAmount()
  amount: number | null;
}

/** The body of the simulator of deposits. */
export class DepositBody {
  @ApiProperty({ description: 'In the sold currency, at most the sold amount.' })
  @IsAmount()
  amount: number;

  @ApiProperty({
    description:
      'The last moment, in UTC, at which the client can pay the deposit; at most the `fundByDate` of the conversion, which is the default.',
  })
  @IsOptionalField()
  @IsTimestamp()
  fundByDate: Timestamp | null;
}

const sameTwice = {
  pointer: '#/buyCcyCode',
  code: 'same_currency',
  detail: 'Must be another currency than sellCcyCode.',
};

/** The rules between the fields. */
export const conversionRules =
  (today: CalendarDate): MoreRules<Pick<ConversionBody, 'sellCcyCode' | 'buyCcyCode' | 'valueDate'>> =>
  (body, isFine) => {
    const areCurrenciesFine = ['#/sellCcyCode', '#/buyCcyCode'].every(isFine);
    const isSameTwice = areCurrenciesFine && body.sellCcyCode === body.buyCcyCode;
    const isPast = isFine('#/valueDate') && body.valueDate !== null && body.valueDate < today;
    return [...(isSameTwice ? [sameTwice] : []), ...(isPast ? [pastIssue] : [])];
  };
