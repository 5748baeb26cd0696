import { ApiProperty } from '@nestjs/swagger';
import { ruleOf } from './input-class.js';

/** May be null, but not missing: what it means to leave it out would be a guess. */
export const IsNullableField = (): PropertyDecorator => (target, property) => {
  ruleOf(target, property).isNullable = true;
  ApiProperty({ nullable: true })(target, property);
};
