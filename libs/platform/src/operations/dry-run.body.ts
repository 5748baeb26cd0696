import { IsFlag, IsOptionalField } from '@corridor/http';
import { ApiProperty } from '@nestjs/swagger';

/** Of a command that starts a run. */
export class DryRunBody {
  @ApiProperty({ description: 'Only says what would happen. Default: true.' })
  @IsOptionalField()
  @IsFlag()
  dryRun: boolean | null;
}
