import type { InboundFundsResource } from '@corridor/inbound-funds-contract';
import {
  IsCountryCode,
  IsCurrencyCode,
  IsMoney,
  IsOneOf,
  IsOptionalField,
  IsRecord,
  IsText,
  check,
  field,
  fine,
  issue,
} from '@corridor/http';
import type { Money } from '@corridor/kernel';
import { ApiProperty } from '@nestjs/swagger';

const BIC = /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/;
const bic = check(
  {
    type: 'string',
    pattern: BIC.source,
    description: 'A BIC of 8 or 11 characters, an extension.',
    examples: ['COBADEFFXXX'],
  },
  (value) =>
    typeof value === 'string' && BIC.test(value)
      ? fine
      : issue('not_a_bic', 'Must be a BIC of 8 or 11 characters in upper case.'),
);

/** The simulated sender of the money (interface-spec 4.8); `bicSwiftCode` and `ultimateDebtor` are extensions. */
export class SimulatedSender {
  @IsOptionalField()
  @IsText({ max: 255 })
  name: string | null;

  @ApiProperty({ description: 'On whose behalf the sender pays.' })
  @IsOptionalField()
  @IsText({ max: 255 })
  ultimateDebtor: string | null;

  @IsOptionalField()
  @IsText({ max: 512 })
  address: string | null;

  @IsOptionalField()
  @IsCountryCode()
  countryCode: string | null;

  @IsOptionalField()
  @IsText({ max: 64 })
  accountNumber: string | null;

  @IsOptionalField()
  @field(bic)
  bicSwiftCode: string | null;

  @IsOptionalField()
  @IsText({ max: 64 })
  routingCode: string | null;
}

/** Body of the credit simulator (interface-spec 4.8); `outcome` and `receivingAccount` are extensions. */
export class SimulatedCredit {
  @IsCurrencyCode()
  ccyCode: string;

  @IsMoney(({ ccyCode }) => ccyCode)
  amount: Money;

  @IsOptionalField()
  @IsText({ max: 512 })
  narrative: string | null;

  @IsOptionalField()
  @IsRecord(() => SimulatedSender)
  sender: SimulatedSender | null;

  @IsOptionalField()
  @IsOneOf(['CREDIT', 'PENDING', 'REJECT'])
  outcome: 'CREDIT' | 'PENDING' | 'REJECT' | null;

  @ApiProperty({
    description:
      'The collection account of the wallet that receives the money. LOCAL: only for GBP, EUR, USD and CAD, where it is the default. INTERNATIONAL: for every currency, the default of the others.',
  })
  @IsOptionalField()
  @IsOneOf(['LOCAL', 'INTERNATIONAL'])
  receivingAccount: 'LOCAL' | 'INTERNATIONAL' | null;
}

/** The sender as inbound funds show it. `raw` is the form that a bank would send: all parts in one line, or null. */
export function senderOf(given: SimulatedSender | null): InboundFundsResource['sender'] {
  const {
    name = null,
    ultimateDebtor = null,
    address = null,
    countryCode = null,
    accountNumber = null,
    bicSwiftCode = null,
    routingCode = null,
  } = given ?? {};
  const parts = [name, address, countryCode, accountNumber, bicSwiftCode, routingCode];
  const raw = parts.some((one) => one !== null) ? parts.map((one) => one ?? '').join(';') : null;
  return { raw, name, ultimateDebtor, address, countryCode, accountNumber, bicSwiftCode, routingCode };
}
