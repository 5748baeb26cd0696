import type { PaymentType } from '@corridor/contracts';
import {
  IsCurrencyCode,
  IsId,
  IsMoney,
  IsNullableField,
  IsOneOf,
  IsOptionalField,
  IsRecord,
  IsRecordList,
  IsText,
  type MoreRules,
} from '@corridor/http';
import type { Environment, Money } from '@corridor/kernel';
import { type ChargeType, schemas } from '@corridor/payments-contract';
import { ApiProperty } from '@nestjs/swagger';
import { MoneyBody } from '../payment/payment.body.js';
import { paymentTypeIssues } from '../route.js';
import type { FeeKind, FeePlan } from './fee-plan.js';

class ChargeBody {
  @IsCurrencyCode()
  ccyCode: string;

  @IsMoney(({ ccyCode }) => ccyCode, { isZeroAllowed: true })
  value: Money;
}

class FeeRuleBody {
  @ApiProperty({
    description: 'Of payments without a conversion, or of payment instructions. Default: of both.',
  })
  @IsOptionalField()
  @IsOneOf(schemas.feeKinds)
  kind: FeeKind | null;

  @ApiProperty({ description: 'In which is paid. Default: any.' })
  @IsOptionalField()
  @IsCurrencyCode()
  ccyCode: string | null;

  @ApiProperty({ description: 'The route. Default: any.' })
  @IsOptionalField()
  @IsOneOf(['REGULAR', 'PRIORITY'])
  paymentType: PaymentType | null;

  @ApiProperty({ description: 'Who bears the charges of other banks. Default: anybody.' })
  @IsOptionalField()
  @IsOneOf(['SHARED', 'OURS'])
  chargeType: ChargeType | null;

  @ApiProperty({ description: 'Taken from the wallet of its currency; zero for no fee.' })
  @IsRecord(() => ChargeBody)
  fee: ChargeBody;

  @ApiProperty({
    description: 'Of the correspondent bank, added for OURS; in the currency of the fee. Default: none.',
  })
  @IsOptionalField()
  @IsRecord(() => ChargeBody)
  correspondentCharge: ChargeBody | null;
}

export class FeePlanBody {
  @IsText({ max: 140 })
  name: string;

  @ApiProperty({
    description:
      'Of those that fit, the rule of the currency counts before one of any, then that of the route, of the bearer of charges, of the kind. Where none fits there is no fee.',
  })
  @IsRecordList(() => FeeRuleBody, { max: 200 })
  rules: FeeRuleBody[];
}

export const planIn = ({ name, rules }: FeePlanBody): FeePlan => ({
  name,
  rules: rules.map(({ kind, ccyCode, paymentType, chargeType, fee, correspondentCharge }) => ({
    ...{ kind, ccyCode, paymentType, chargeType },
    fee: fee.value,
    correspondentCharge: correspondentCharge && correspondentCharge.value,
  })),
});

/** One currency in each rule, charges only where there are some, and no two rules for the same payments. */
export const feePlanRules: MoreRules<FeePlanBody> = ({ rules }, isFine) => {
  if (!isFine('#/rules')) return [];
  const seen = new Set<string>();
  return rules.flatMap(({ kind, ccyCode, paymentType, chargeType, fee, correspondentCharge }, i) => {
    const at = `#/rules/${i}`;
    if (correspondentCharge && correspondentCharge.ccyCode !== fee.ccyCode)
      return [
        {
          pointer: `${at}/correspondentCharge/ccyCode`,
          code: 'not_allowed',
          detail: 'Must be that of the fee.',
        },
      ];
    if (paymentType === 'REGULAR' && chargeType !== null)
      return [{ pointer: `${at}/chargeType`, code: 'not_allowed', detail: 'Must be omitted for REGULAR.' }];
    const key = JSON.stringify([kind, ccyCode, paymentType, chargeType]);
    if (seen.has(key))
      return [{ pointer: at, code: 'not_unique', detail: 'Another rule is for the same payments.' }];
    seen.add(key);
    return [];
  });
};

export class ClientFeePlanBody {
  @ApiProperty({ description: 'Null: that of all clients.' })
  @IsNullableField()
  @IsId('fpl')
  feePlanId: string | null;
}

export class DefaultFeePlanBody {
  @ApiProperty({ description: 'Null: none, clients without their own plan pay no fees.' })
  @IsNullableField()
  @IsId('fpl')
  feePlanId: string | null;
}

/** The fields of a payment, or of an instruction, on which a fee depends. */
export class FeePreviewBody {
  @ApiProperty({ description: 'A payment without a conversion, or a payment instruction. Default: PAYMENT.' })
  @IsOptionalField()
  @IsOneOf(schemas.feeKinds)
  kind: FeeKind | null;

  @ApiProperty({ description: 'What the beneficiary is sent.' })
  @IsRecord(() => MoneyBody)
  amount: MoneyBody;

  @ApiProperty({ description: 'Required outside of production. Default: REGULAR.' })
  @IsOptionalField()
  @IsOneOf(['REGULAR', 'PRIORITY'])
  paymentType: PaymentType | null;

  @ApiProperty({ description: 'Required for PRIORITY, not allowed for REGULAR.' })
  @IsOptionalField()
  @IsOneOf(['SHARED', 'OURS'])
  chargeType: ChargeType | null;
}

export const feePreviewRules =
  (environment: Environment): MoreRules<FeePreviewBody> =>
  (body, isFine) =>
    isFine('#/paymentType') ? paymentTypeIssues(body, environment) : [];
