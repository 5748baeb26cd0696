import { ApiProperty } from '@nestjs/swagger';
import { type Look, issue, fine, isRecord, validated } from './field.js';
import { type InputClass, ruleOf } from './input-class.js';

/** A list of objects with checked fields: `@IsRecordList(() => SortBy, { max: 10 })`. */
export const IsRecordList =
  (type: () => InputClass, { max }: { max: number }): PropertyDecorator =>
  (target, property) => {
    ruleOf(target, property).type = type;
    validated(recordsUpTo(max))(target, property);
    ApiProperty({ type: () => type(), isArray: true, maxItems: max })(target, property);
  };

const recordsUpTo =
  (max: number): Look =>
  (value) => {
    if (!Array.isArray(value)) return issue('not_a_list', 'Must be an array.');
    if (value.length > max) return issue('too_many', `At most ${max} items.`);
    return value.flatMap((one, i) =>
      isRecord(one) ? fine : issue('not_an_object', 'Must be an object.', `/${i}`),
    );
  };
