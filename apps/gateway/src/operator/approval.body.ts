import { IsCurrencyCode, IsFlag, IsMoney, IsOptionalField, IsRecord } from '@corridor/http';
import { type ApprovalRights, type Money, refuse, toResource } from '@corridor/kernel';
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
  @IsOptionalField()
  @IsRecord(() => LimitBody)
  makerLimit: LimitBody | null;

  @IsFlag()
  isChecker: boolean;

  @ApiProperty({ description: 'The largest payment that a checker can approve. Null: any.' })
  @IsOptionalField()
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

const notChecker = {
  pointer: '#/checkerLimit',
  code: 'not_allowed',
  detail: 'Only a checker has this limit.',
};
