import { IsCountryCode } from './is-country-code.js';
import { IsList } from './is-list.js';
import { IsOptionalField } from './is-optional-field.js';
import { IsText, text } from './is-text.js';

/** A postal address: that of a client (interface-spec 2.14) and of a beneficiary (2.5). */
export class AddressBody {
  @IsList(text({ max: 140 }), { min: 1, max: 4 })
  lines: string[];

  @IsOptionalField()
  @IsText({ max: 70 })
  city: string | null;

  @IsOptionalField()
  @IsText({ max: 70 })
  state: string | null;

  @IsOptionalField()
  @IsText({ max: 20 })
  postalCode: string | null;

  @IsCountryCode()
  countryCode: string;
}
