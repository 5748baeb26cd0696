import { IsText } from '@corridor/http';
import { ApiProperty } from '@nestjs/swagger';

/** Why an instruction or a payment is not wanted any more. */
export class CancellationBody {
  @ApiProperty({ description: 'Becomes the statusReason of the CANCELLED entry.' })
  @IsText({ max: 512 })
  reason: string;
}
