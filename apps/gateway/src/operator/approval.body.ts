import { IsCurrencyCode, IsFlag, IsMoney, IsNullableField, IsRecord } from '@corridor/http';
import {
  type ApprovalRights,
  type Money,
  type MoneyResource,
  moneyText,
  fromResource,
  refuse,
  toResource,
} from '@corridor/kernel';
import { ApiProperty } from '@nestjs/swagger';

class LimitBody {
  @IsCurrencyCode()
  ccyCode: string;

  @IsMoney(({ ccyCode }) => ccyCode, { isZeroAllowed: true })
  value: Money;
}

/** What a user may create alone, and approve of others. */
export class ApprovalBody {
  @ApiProperty({ description: 'What the user creates above it waits for a checker. Null: nothing waits.' })
  @IsNullableField()
  @IsRecord(() => LimitBody)
  makerLimit: LimitBody | null;

  @IsFlag()
  isChecker: boolean;

  @ApiProperty({ description: 'The largest payment that a checker can approve. Null: any.' })
  @IsNullableField()
  @IsRecord(() => LimitBody)
  checkerLimit: LimitBody | null;
}

/** @throws Refusal `invalid_request` for a limit of somebody who approves nothing */
export function approvalOf({ makerLimit, isChecker, checkerLimit }: ApprovalBody): ApprovalRights {
  if (checkerLimit && !isChecker)
    throw refuse('invalid_request', notChecker.detail, { errors: [notChecker] });
  return {
    makerLimit: makerLimit && toResource(makerLimit.value),
    isChecker,
    checkerLimit: checkerLimit && toResource(checkerLimit.value),
  };
}

/** Whether the limit of a maker is raised or removed. Limits in two currencies are not compared: it counts as raised. */
export function mayMakeMore({ makerLimit: before }: ApprovalRights, { makerLimit }: ApprovalRights): boolean {
  if (!before) return false;
  return makerLimit?.ccyCode !== before.ccyCode || makerLimit.value > before.value;
}

/** What a user may do from then on, and until then, in words that follow the user's name. */
export function changed(before: ApprovalRights, after: ApprovalRights): string {
  const making = `creates payments ${alone(after)} (before: ${alone(before)})`;
  const checking = `${checks(after)} (before: ${checks(before)})`;
  return `${making} and ${checking}, also by API keys.`;
}

const alone = ({ makerLimit }: ApprovalRights): string =>
  makerLimit ? `up to ${textOf(makerLimit)} alone` : 'of any amount alone';

function checks({ isChecker, checkerLimit }: ApprovalRights): string {
  if (!isChecker) return 'approves nothing';
  return `approves what others create, ${checkerLimit ? `up to ${textOf(checkerLimit)}` : 'of any amount'}`;
}

const textOf = (limit: MoneyResource): string => moneyText(fromResource(limit));

const notChecker = {
  pointer: '#/checkerLimit',
  code: 'not_allowed',
  detail: 'Only a checker has this limit.',
};
