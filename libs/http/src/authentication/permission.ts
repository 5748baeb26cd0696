import { SetMetadata, applyDecorators } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import { type Permission, type StaffPermission, permissions } from '@corridor/services';

export { type Permission, permissions };

export const REQUIRED_PERMISSION = 'corridor:required-permission';

/**
 * The permission that a route requires: one of staff for a route of the operator, which all have one; one of clients for any
 * other, which is open to every client without it.
 */
export const Requires = (permission: Permission | StaffPermission) =>
  applyDecorators(
    SetMetadata(REQUIRED_PERMISSION, permission),
    ApiExtension('x-required-permission', permission),
  );
