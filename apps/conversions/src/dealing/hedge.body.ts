import { IsCurrencyCode, IsDate, IsMoney, IsText, type MoreRules, field } from '@corridor/http';
import { type CalendarDate, type Money, decimalText } from '@corridor/kernel';
import { ApiProperty } from '@nestjs/swagger';
import { Decimal } from 'decimal.js';
import { rate } from '../rates/dealing.body.js';
import { marketOrder } from '../rates/market-update.js';

export class HedgeBody {
  @IsCurrencyCode()
  buyCcyCode: string;

  @ApiProperty({ description: 'What the counterparty delivers.' })
  @IsMoney(({ buyCcyCode }) => buyCcyCode)
  buyAmount: Money;

  @IsCurrencyCode()
  sellCcyCode: string;

  @ApiProperty({ description: 'What the counterparty gets.' })
  @IsMoney(({ sellCcyCode }) => sellCcyCode)
  sellAmount: Money;

  @ApiProperty({ description: 'Quote units for one base unit. The amounts have to agree with it to 0.1 %.' })
  @field(rate)
  rate: number;

  @ApiProperty({ description: 'The bank or broker.' })
  @IsText({ max: 140 })
  counterparty: string;

  @IsDate()
  valueDate: CalendarDate;

  @ApiProperty({ description: 'Of the counterparty: the same trade is recorded once.' })
  @IsText({ max: 64 })
  externalReference: string;
}

export class HedgeCancellationBody {
  @IsText({ max: 500 })
  reason: string;
}

/** The two amounts as the market quotes them. */
export function quotedAs(bought: Money, sold: Money) {
  const ccyPair = marketOrder(bought.ccyCode + sold.ccyCode);
  if (ccyPair === null) return null;
  const [base, quote] = ccyPair.startsWith(bought.ccyCode) ? [bought, sold] : [sold, bought];
  return { ccyPair, base, quote };
}

/** Rounding of the counterparty is less; amounts that are swapped or mistyped are more. */
const TOLERANCE = 0.001;

export const hedgeRules: MoreRules<HedgeBody> = ({ buyAmount, sellAmount, rate: given }, isFine) => {
  const fields = ['buyCcyCode', 'buyAmount', 'sellCcyCode', 'sellAmount', 'rate'];
  if (!fields.every((one) => isFine(`#/${one}`))) return [];
  const quoted = quotedAs(buyAmount, sellAmount);
  if (!quoted)
    return [{ pointer: '#/sellCcyCode', code: 'same_currency', detail: 'Must not be the bought currency.' }];
  const { base, quote, ccyPair } = quoted;
  const expected = new Decimal(decimalText(base)).times(given);
  const off = expected.minus(decimalText(quote)).abs();
  if (off.lte(expected.times(TOLERANCE))) return [];
  const detail = `Must be the rate of ${ccyPair} at which the amounts were traded.`;
  return [{ pointer: '#/rate', code: 'differs_from_amounts', detail }];
};
