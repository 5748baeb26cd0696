import { CancellationBody, IsAmount, IsText } from '@corridor/http';
import { ApiProperty } from '@nestjs/swagger';

export class PriceAcceptanceBody {
  @ApiProperty({ description: '`newPrice.price.rate` of the payment instruction.', example: 1.1523 })
  @IsAmount()
  rate: number;
}

export class PriceApprovalBody extends PriceAcceptanceBody {
  @ApiProperty({ description: 'Why, for the audit: the client does not see it.' })
  @IsText({ max: 500 })
  reason: string;
}

export class PriceRefusalBody extends CancellationBody {
  @ApiProperty({ description: 'Becomes the statusReason of the REJECTED entry.' })
  @IsText({ max: 512 })
  declare reason: string;
}
