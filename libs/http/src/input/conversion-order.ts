import type { Money, ConversionOrder } from '@corridor/kernel';
import { ApiProperty } from '@nestjs/swagger';
import { IsMoney } from './is-amount.js';
import { IsCurrencyCode } from './is-currency-code.js';
import { IsOneOf } from './is-one-of.js';

/** A conversion order in a request body. */
export class ConversionOrderBody {
  @IsCurrencyCode()
  sellCcyCode: string;

  @IsCurrencyCode()
  buyCcyCode: string;

  @IsOneOf(['BUY', 'SELL'])
  fixedSide: 'BUY' | 'SELL';

  @ApiProperty({ description: 'In the currency of the fixed side, with at most as many decimals as it has.' })
  @IsMoney(fixedCcyCode)
  amount: Money;
}

function fixedCcyCode({ fixedSide, sellCcyCode, buyCcyCode }: Record<string, unknown>): unknown {
  if (fixedSide === 'SELL') return sellCcyCode;
  return fixedSide === 'BUY' ? buyCcyCode : null;
}

export const orderOf = ({
  sellCcyCode,
  buyCcyCode,
  fixedSide,
  amount,
}: ConversionOrderBody): ConversionOrder => ({
  sellCcyCode,
  buyCcyCode,
  fixedSide,
  amount,
});
