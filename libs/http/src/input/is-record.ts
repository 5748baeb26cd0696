import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { issue, fine, isRecord, validated } from './field.js';

/** An object with checked fields: `@IsRecord(() => Address)`. */
export const IsRecord = (type: () => new () => object): PropertyDecorator => {
  const decorators = [
    Type(type),
    ValidateNested(),
    // A function called `type`, so that swagger resolves the class lazily.
    ApiProperty({ type: () => type() }),
    validated('isRecord', (value) => (isRecord(value) ? fine : issue('not_an_object', 'Must be an object.'))),
  ];
  return (target, property) => decorators.forEach((decorate) => decorate(target, property));
};
