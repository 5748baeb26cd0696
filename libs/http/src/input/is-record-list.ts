import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { issue, fine, isRecord, validated } from './field.js';

/** A list of objects with checked fields: `@IsRecordList(() => SortBy, { max: 10 })`. */
export const IsRecordList = (type: () => new () => object, { max }: { max: number }): PropertyDecorator => {
  const decorators = [
    ApiProperty({ type: () => type(), isArray: true, maxItems: max }),
    Type(type),
    ValidateNested(),
    validated('isRecordList', (value) => {
      if (!Array.isArray(value)) return issue('not_a_list', 'Must be an array.');
      if (value.length > max) return issue('too_many', `At most ${max} items.`);
      return value.flatMap((one, i) =>
        isRecord(one) ? fine : issue('not_an_object', 'Must be an object.', `/${i}`),
      );
    }),
  ];
  return (target, property) => decorators.forEach((decorate) => decorate(target, property));
};
