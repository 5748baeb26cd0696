import {
  IsList,
  IsOptionalField,
  IsText,
  IsTimestamp,
  type Permission,
  check,
  fine,
  issue,
  oneOf,
  permissions,
} from '@corridor/http';
import { ApiProperty } from '@nestjs/swagger';
import { isAddressRange } from './address-ranges.js';

const MOST_ADDRESSES = 50;

const addressRange = check({ type: 'string', maxLength: 64 }, (value) =>
  typeof value === 'string' && isAddressRange(value)
    ? fine
    : issue('not_an_address', 'Must be an IP address, or a range such as 192.0.2.0/24 or 2001:db8::/32.'),
);

export class ApiKeyBody {
  @IsText({ max: 100 })
  label: string;

  @ApiProperty({ description: 'Default: all permissions of the user.' })
  @IsOptionalField()
  @IsList(oneOf(permissions), { max: permissions.length, unique: true })
  permissions: Permission[] | null;

  @ApiProperty({ description: 'When it stops working. Default: never.' })
  @IsOptionalField()
  @IsTimestamp()
  expiresOn: string | null;

  @ApiProperty({
    description: 'IPv4 and IPv6 addresses and ranges that it works from. Default: it works from everywhere.',
  })
  @IsOptionalField()
  @IsList(addressRange, { max: MOST_ADDRESSES, unique: true })
  allowedAddresses: string[] | null;
}
