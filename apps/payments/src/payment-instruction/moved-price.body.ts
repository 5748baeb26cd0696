import { CancellationBody, IsAmount, IsInteger, IsOptionalField, IsText } from '@corridor/http';
import { ApiProperty } from '@nestjs/swagger';

export class PriceAcceptanceBody {
  @ApiProperty({
    description:
      '`newPrice.price.rate` as you have seen it: another price is not accepted. Default: the one that the record shows now.',
  })
  @IsOptionalField()
  @IsAmount()
  rate: number | null;
}

export class PriceApprovalBody extends PriceAcceptanceBody {
  @ApiProperty({ description: 'Why, for the audit: the client does not see it.' })
  @IsText({ max: 500 })
  reason: string;
}

export class PriceMoveBody {
  @ApiProperty({ description: 'How far the market moves against the client: hundredths of a percent.' })
  @IsInteger({ min: 1, max: 1_000 })
  basisPoints: number;
}

export class PriceRefusalBody extends CancellationBody {
  @ApiProperty({ description: 'Becomes the statusReason of the REJECTED entry.' })
  @IsText({ max: 512 })
  declare reason: string;
}
