import type { BeneficiaryResource } from '@corridor/payments-contract';
import {
  AddressBody,
  IsCountryCode,
  IsCurrencyCode,
  IsDate,
  IsList,
  IsOneOf,
  IsOptionalField,
  IsRecord,
  IsText,
  type MoreRules,
  check,
  issue,
  field,
  fine,
  text,
} from '@corridor/http';
import type { CalendarDate, FieldIssue } from '@corridor/kernel';
import { ApiProperty } from '@nestjs/swagger';
import { type BankDetails, bankAccountIssues, normalised, supportedPaymentTypes } from './bank-account.js';
import type { Details } from './beneficiary.js';
import type { Policy } from '@corridor/payments-contract';
import { refusalsOf } from '../policy/payment-policy.js';

/**
 * The body that creates a beneficiary (an extension): the record of interface-spec 2.5 without what the service adds.
 */

class IndividualBody {
  @IsText({ max: 70 })
  firstName: string;

  @IsText({ max: 70 })
  lastName: string;

  @IsOptionalField()
  @IsDate()
  dateOfBirth: CalendarDate | null;
}

class CompanyBody {
  @IsText({ max: 140 })
  name: string;

  @IsOptionalField()
  @IsText({ max: 2048 })
  website: string | null;

  @IsOptionalField()
  @IsText({ max: 140 })
  natureOfBusiness: string | null;

  @IsOptionalField()
  @IsDate()
  dateOfIncorporation: CalendarDate | null;
}

class BankAccountBody {
  @IsOptionalField()
  @IsText({ max: 140 })
  bankName: string | null;

  @IsOptionalField()
  @IsList(text({ max: 140 }), { max: 4 })
  bankAddress: string[] | null;

  @IsCountryCode()
  bankCountryCode: string;

  @IsCurrencyCode()
  ccyCode: string;

  @IsOptionalField()
  @IsText({ max: 50 })
  accountNumber: string | null;

  @IsText({ max: 140 })
  accountHolderName: string;

  @IsOptionalField()
  @IsText({ max: 20 })
  bicSwiftCode: string | null;

  @IsOptionalField()
  @IsText({ max: 50 })
  iban: string | null;

  @IsOptionalField()
  @IsText({ max: 30 })
  routingCodeType1: string | null;

  @IsOptionalField()
  @IsText({ max: 30 })
  routingCode1: string | null;

  @IsOptionalField()
  @IsText({ max: 30 })
  routingCodeType2: string | null;

  @IsOptionalField()
  @IsText({ max: 30 })
  routingCode2: string | null;

  @IsOptionalField()
  @IsOneOf(['CHECKING', 'SAVINGS'])
  accountType: string | null;
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const email = check({ type: 'string', maxLength: 254, pattern: EMAIL.source }, (value) =>
  typeof value === 'string' && value.length <= 254 && EMAIL.test(value)
    ? fine
    : issue('not_an_email', 'Must be an email address.'),
);
const IsEmail = (): PropertyDecorator => field(email);

export class BeneficiaryBody {
  @IsOneOf(['INDIVIDUAL', 'COMPANY'])
  beneficiaryType: BeneficiaryResource['beneficiaryType'];

  @ApiProperty({ description: 'Default: the name of the individual or company.' })
  @IsOptionalField()
  @IsText({ max: 140 })
  displayName: string | null;

  @IsOptionalField()
  @IsEmail()
  email: string | null;

  @IsOptionalField()
  @IsRecord(() => IndividualBody)
  individual: IndividualBody | null;

  @IsOptionalField()
  @IsRecord(() => CompanyBody)
  company: CompanyBody | null;

  @IsRecord(() => AddressBody)
  address: AddressBody;

  @IsOptionalField()
  @IsText({ max: 50 })
  identificationType: string | null;

  @IsOptionalField()
  @IsText({ max: 50 })
  identificationValue: string | null;

  @IsRecord(() => BankAccountBody)
  bankAccount: BankAccountBody;
}

/** The rules between the fields. */
export const beneficiaryRules =
  (today: CalendarDate, policy: Policy): MoreRules<BeneficiaryBody> =>
  (body, isFine) => [
    ...refusalsOf(body, policy),
    ...(isFine('#/beneficiaryType') ? personIssues(body) : []),
    ...(isFine('#/individual')
      ? pastIssues('#/individual/dateOfBirth', body.individual?.dateOfBirth, today)
      : []),
    ...(isFine('#/company')
      ? pastIssues('#/company/dateOfIncorporation', body.company?.dateOfIncorporation, today)
      : []),
    ...identificationIssues(body),
    ...(isFine('#/bankAccount') ? bankAccountIssues(bankDetails(body)) : []),
  ];

/** @param body that satisfies {@link beneficiaryRules} */
export function detailsOf(body: BeneficiaryBody): Details {
  const account = bankDetails(body);
  return {
    beneficiaryType: body.beneficiaryType,
    displayName: body.displayName ?? nameOf(body),
    email: body.email,
    individual: body.individual,
    company: body.company,
    address: body.address,
    identificationType: body.identificationType,
    identificationValue: body.identificationValue,
    bankAccount: { ...account, supportedPaymentTypes: supportedPaymentTypes(account) },
  };
}

const bankDetails = ({ bankAccount }: BeneficiaryBody): BankDetails =>
  normalised({ ...bankAccount, bankAddress: bankAccount.bankAddress ?? [] });

const nameOf = ({ individual, company }: BeneficiaryBody): string =>
  company?.name ?? `${individual?.firstName} ${individual?.lastName}`;

function personIssues({ beneficiaryType, individual, company }: BeneficiaryBody): FieldIssue[] {
  const [own, other] =
    beneficiaryType === 'INDIVIDUAL' ? ['individual', 'company'] : ['company', 'individual'];
  const given = { individual, company } as Record<string, unknown>;
  const missing = { pointer: `#/${own}`, code: 'required', detail: `Required for ${beneficiaryType}.` };
  const excess = {
    pointer: `#/${other}`,
    code: 'not_allowed',
    detail: `Not allowed for ${beneficiaryType}.`,
  };
  return [...(given[own] === null ? [missing] : []), ...(given[other] === null ? [] : [excess])];
}

const pastIssues = (
  pointer: string,
  date: CalendarDate | null | undefined,
  today: CalendarDate,
): FieldIssue[] =>
  date && date > today ? [{ pointer, code: 'in_the_future', detail: 'Must not be in the future.' }] : [];

function identificationIssues({ identificationType, identificationValue }: BeneficiaryBody): FieldIssue[] {
  if ((identificationType === null) === (identificationValue === null)) return [];
  const missing = identificationType === null ? 'identificationType' : 'identificationValue';
  const detail = 'identificationType and identificationValue go together.';
  return [{ pointer: `#/${missing}`, code: 'required', detail }];
}
