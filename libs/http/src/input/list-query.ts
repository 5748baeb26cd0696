import { Transform } from 'class-transformer';
import { IsList } from './is-list.js';
import { IsOptionalField } from './is-optional-field.js';
import { IsText, text } from './is-text.js';
import { IsWholeNumber } from './is-whole-number.js';

/** The query of every GET search (interface-spec 4.1, decisions §5). */
export class ListQuery {
  @IsWholeNumber({ min: 0, max: 1_000_000_000 })
  offset: number = 0;

  @IsWholeNumber({ min: 1, max: 1000 })
  limit: number = 25;

  /** `field:ASC` or `field:DESC`; the parameter may stand several times. */
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? [value] : value))
  @IsList(text({ max: 200 }), { max: 10 })
  sortBy: string[] = [];

  @IsOptionalField()
  @IsText({ max: 8192, min: 0 })
  q: string | null;
}
