import { IsList, IsOptionalField, IsText, type Permission, oneOf, permissions } from '@corridor/http';
import { ApiProperty } from '@nestjs/swagger';

export class ApiKeyBody {
  @IsText({ max: 100 })
  label: string;

  @ApiProperty({ description: 'Default: all permissions of the user.' })
  @IsOptionalField()
  @IsList(oneOf(permissions), { max: permissions.length, unique: true })
  permissions: Permission[] | null;
}
