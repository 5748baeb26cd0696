import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { issue, fine, isRecord, validated } from './field.js';

/** An object with checked fields of its own: `@IsRecord(() => Address)`. */
export const IsRecord = (type: () => new () => object): PropertyDecorator => {
  const decorators = [
    Type(type),
    ValidateNested(),
    // Named `type`, so that swagger asks for the class when it needs it, and not before.
    ApiProperty({ type: () => type() }),
    validated('isRecord', (value) => (isRecord(value) ? fine : issue('not_an_object', 'Must be an object.'))),
  ];
  return (target, property) => decorators.forEach((decorate) => decorate(target, property));
};
