import { type MarginRule, type Tenor, tenors } from '@corridor/conversions-contract';
import {
  IsCurrencyCode,
  IsId,
  IsInteger,
  IsNullableField,
  IsOneOf,
  IsOptionalField,
  IsRecordList,
  IsText,
  type MoreRules,
  check,
  field,
  fine,
  issue,
} from '@corridor/http';
import { ApiProperty } from '@nestjs/swagger';
import { Decimal } from 'decimal.js';
import { ccyPair } from '../rates/dealing.body.js';
import { marketOrder } from '../rates/market-update.js';

/** 10 %: a mistyped margin is not far from it. */
const MOST = 1_000;

const basisPoints = check({ type: 'number', minimum: 0, maximum: MOST, examples: [25] }, (value) => {
  if (typeof value !== 'number' || !Number.isFinite(value))
    return issue('not_a_number', 'Must be a JSON number.');
  const isFine = value >= 0 && value <= MOST && new Decimal(value).decimalPlaces() <= 2;
  return isFine ? fine : issue('out_of_range', `Must be from 0 to ${MOST}, with at most two decimals.`);
});

class MarginRuleBody implements MarginRule {
  @ApiProperty({ description: 'For this pair, in either order. Default: for others as well.' })
  @IsOptionalField()
  @field(ccyPair)
  ccyPair: string | null;

  @ApiProperty({
    description: 'For all pairs of this currency. Default: of any. Not together with `ccyPair`.',
  })
  @IsOptionalField()
  @IsCurrencyCode()
  ccyCode: string | null;

  @ApiProperty({ description: 'Up to this size, in whole EUR at the mid of the market. Default: any.' })
  @IsOptionalField()
  @IsInteger({ min: 1, max: 999_999_999_999 })
  maximumSize: number | null;

  @ApiProperty({ description: 'Up to the date of this tenor, from the spot date on. Default: any.' })
  @IsOptionalField()
  @IsOneOf(tenors)
  maximumTenor: Tenor | null;

  @ApiProperty({ description: 'Hundredths of a percent of the market rate, against the client.' })
  @field(basisPoints)
  basisPoints: number;
}

export class NewMarginPlanBody {
  @IsText({ max: 140 })
  name: string;

  @ApiProperty({ description: 'Where no rule fits: hundredths of a percent of the market rate.' })
  @field(basisPoints)
  basisPoints: number;

  @ApiProperty({
    description:
      'Of those that fit, the rule of the pair counts before one of a currency, and that before one of any; then the one with the smallest size, then with the shortest tenor. Default: none.',
  })
  @IsOptionalField()
  @IsRecordList(() => MarginRuleBody, { max: 200 })
  rules: MarginRuleBody[] | null;

  @ApiProperty({
    description:
      'By how many basis points an instruction may be filled worse than at its indicative price. Beyond, it waits for a dealer or for the client. Default: as for all clients; without that, no bound.',
  })
  @IsOptionalField()
  @field(basisPoints)
  maximumSlippage: number | null;
}

/** It replaces a plan as a whole, so nothing is left out: what is missing would be lost. */
export class MarginPlanBody extends NewMarginPlanBody {
  @ApiProperty({ required: true, nullable: false, description: 'As of a new plan.' })
  @IsRecordList(() => MarginRuleBody, { max: 200 })
  override rules: MarginRuleBody[];

  @ApiProperty({ required: true, description: 'As of a new plan. Null: as for all clients.' })
  @IsNullableField()
  @field(basisPoints)
  override maximumSlippage: number | null;
}

/** As it is kept: the pair in market order. */
export const asRule = ({
  ccyPair: pair,
  ccyCode,
  maximumSize,
  maximumTenor,
  basisPoints: margin,
}: MarginRule): MarginRule => ({
  ...{ ccyPair: pair && marketOrder(pair), ccyCode, maximumSize, maximumTenor },
  basisPoints: margin,
});

/** Each rule names a pair, a currency or none, and no two the same. */
export const marginPlanRules: MoreRules<NewMarginPlanBody> = ({ rules }, isFine) => {
  if (!isFine('#/rules') || !rules) return [];
  const seen = new Set<string>();
  return rules.flatMap((rule, i) => {
    if (![...Object.keys(rule)].every((one) => isFine(`#/rules/${i}/${one}`))) return [];
    const at = `#/rules/${i}`;
    if (rule.ccyPair && rule.ccyCode)
      return [{ pointer: `${at}/ccyCode`, code: 'not_allowed', detail: 'Must be omitted with `ccyPair`.' }];
    const { basisPoints: _, ...where } = asRule(rule);
    const key = JSON.stringify(where);
    if (seen.has(key))
      return [{ pointer: at, code: 'not_unique', detail: 'Another rule is for the same trades.' }];
    seen.add(key);
    return [];
  });
};

export class ClientMarginPlanBody {
  @ApiProperty({ description: 'Null: that of all clients.' })
  @IsNullableField()
  @IsId('mgp')
  marginPlanId: string | null;
}

export class DefaultMarginPlanBody {
  @ApiProperty({ description: 'Null: none, clients without their own plan get the market.' })
  @IsNullableField()
  @IsId('mgp')
  marginPlanId: string | null;
}
