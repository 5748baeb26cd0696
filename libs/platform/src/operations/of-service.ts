import { SERVICES } from '@corridor/services';
import { applyDecorators } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { ForOperator } from '@corridor/http';

/** Of controllers below `operator/v1/ops/:service`, which every process has: the gateway forwards by the name of the service. */
export const OfService = (): ClassDecorator =>
  applyDecorators(
    ApiTags('Operations'),
    ForOperator(),
    ApiParam({ name: 'service', schema: { type: 'string', enum: [...SERVICES] } }),
  ) as ClassDecorator;
