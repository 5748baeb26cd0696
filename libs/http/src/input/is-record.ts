import { ApiProperty } from '@nestjs/swagger';
import { issue, fine, isRecord, validated } from './field.js';
import { type InputClass, ruleOf } from './input-class.js';

const record = (value: unknown) => (isRecord(value) ? fine : issue('not_an_object', 'Must be an object.'));

/** An object with checked fields: `@IsRecord(() => Address)`. */
export const IsRecord =
  (type: () => InputClass): PropertyDecorator =>
  (target, property) => {
    ruleOf(target, property).type = type;
    validated(record)(target, property);
    // A function called `type`, so that swagger resolves the class lazily.
    ApiProperty({ type: () => type() })(target, property);
  };
