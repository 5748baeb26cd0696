import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { fault, fine, isRecord, validated } from './field.js';

/** A list of objects with checked fields of their own: `@IsRecordList(() => SortBy, { max: 10 })`. */
export const IsRecordList = (type: () => new () => object, { max }: { max: number }): PropertyDecorator => {
  const decorators = [
    ApiProperty({ type: () => type(), isArray: true, maxItems: max }),
    Type(type),
    ValidateNested(),
    validated('isRecordList', (value) => {
      if (!Array.isArray(value)) return fault('not_a_list', 'Must be an array.');
      if (value.length > max) return fault('too_many', `At most ${max} items.`);
      return value.flatMap((one, i) =>
        isRecord(one) ? fine : fault('not_an_object', 'Must be an object.', `/${i}`),
      );
    }),
  ];
  return (target, property) => decorators.forEach((decorate) => decorate(target, property));
};
