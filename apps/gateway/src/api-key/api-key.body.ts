import { IsList, IsOptionalField, IsText, type Permission, oneOf, permissions } from '@corridor/http';
import { ApiProperty } from '@nestjs/swagger';

export class ApiKeyBody {
  @IsText({ max: 100 })
  label: string;

  @ApiProperty({ description: "Left out: all of the user's." })
  @IsOptionalField()
  @IsList(oneOf(permissions), { max: permissions.length, unique: true })
  permissions: Permission[] | null;
}
