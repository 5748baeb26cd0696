import { ApiProperty } from '@nestjs/swagger';
import { ruleOf } from './input-class.js';

/** May be missing or null; both reach the controller as null. */
export const IsOptionalField = (): PropertyDecorator => (target, property) => {
  ruleOf(target, property).isOptional = true;
  ApiProperty({ required: false, nullable: true })(target, property);
};
