import { SetMetadata, applyDecorators } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import { type Permission, permissions } from '@corridor/services';

export { type Permission, permissions };

export const REQUIRED_PERMISSION = 'corridor:required-permission';

/** The permission that a route requires. A route without it is open to every authenticated caller. */
export const Requires = (permission: Permission) =>
  applyDecorators(
    SetMetadata(REQUIRED_PERMISSION, permission),
    ApiExtension('x-required-permission', permission),
  );
