import { ApiProperty } from '@nestjs/swagger';
import { IsText } from './is-text.js';

/** Why something is not wanted any more. */
export class CancellationBody {
  @ApiProperty({ description: 'Becomes the statusReason of the CANCELLED entry.' })
  @IsText({ max: 512 })
  reason: string;
}
