import { accountHolderTypes } from '@corridor/inbound-funds-contract';
import { IsOneOf, IsOptionalField, IsText, check, field, fine, issue } from '@corridor/http';
import { ApiProperty } from '@nestjs/swagger';
import { abaRoutingNumber } from '../collection-accounts/account-numbers.js';
import type { Details } from './linked-funding-account.js';

const NUMBER = /^\d{5,17}$/;
const ABA = /^\d{9}$/;

const accountNumber = check(
  {
    type: 'string',
    pattern: NUMBER.source,
    description: 'Responses show its last four digits.',
    examples: ['000123456789'],
  },
  (value) =>
    typeof value === 'string' && NUMBER.test(value)
      ? fine
      : issue('not_an_account_number', 'Must be an account number of 5 to 17 digits.'),
);

const routingCode = check(
  {
    type: 'string',
    pattern: ABA.source,
    description: 'An ABA routing number.',
    examples: ['021000021'],
  },
  (value) =>
    typeof value === 'string' && isAba(value)
      ? fine
      : issue('not_a_routing_number', 'Must be an ABA routing number: 9 digits, the last a check digit.'),
);

const isAba = (code: string): boolean =>
  ABA.test(code) && code !== '000000000' && abaRoutingNumber(code.slice(0, 8)) === code;

/** Body that links an account (an extension). */
export class LinkedFundingAccountBody implements Details {
  @IsOneOf(['USD'])
  ccyCode: 'USD';

  @IsOneOf(['ACH_PULL'])
  method: 'ACH_PULL';

  @IsText({ max: 140 })
  accountHolderName: string;

  @ApiProperty({
    description: 'Whose account it is: that of a company or of a person. COMPANY if it is left out.',
  })
  @IsOptionalField()
  @IsOneOf(accountHolderTypes)
  accountHolderType: (typeof accountHolderTypes)[number] | null;

  @IsText({ max: 140 })
  bankName: string;

  @field(accountNumber)
  accountNumber: string;

  @field(routingCode)
  routingCode: string;
}
