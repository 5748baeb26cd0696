import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { fault, field, fine, isRecord } from './field.js';

/** An object with checked fields of its own: `@IsRecord(() => Address)`. */
export const IsRecord = (type: () => new () => object): PropertyDecorator => {
  const decorators = [
    Type(type),
    ValidateNested(),
    field('isRecord', (value) => (isRecord(value) ? fine : fault('not_an_object', 'Must be an object.'))),
  ];
  return (target, property) => decorators.forEach((decorate) => decorate(target, property));
};
