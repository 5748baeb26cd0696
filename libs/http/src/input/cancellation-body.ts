import { ApiProperty } from '@nestjs/swagger';
import { IsText } from './is-text.js';

/** The reason for a cancellation. */
export class CancellationBody {
  @ApiProperty({ description: 'Becomes the statusReason of the CANCELLED entry.' })
  @IsText({ max: 512 })
  reason: string;
}
