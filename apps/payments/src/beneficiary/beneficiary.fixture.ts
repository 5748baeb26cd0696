import { everythingAllowed } from '@corridor/payments-contract';
import type { BeneficiaryResource } from '@corridor/payments-contract';

/** A policy of countries, for specs. */
export const policy = { ...everythingAllowed, refusedCountries: ['KP'] };

/** The public record of a German beneficiary, for specs. */
export const german: BeneficiaryResource = {
  id: 'ben_01K00000000000000000000000',
  client: { id: 'cli_01K00000000000000000000000', name: 'Test Client Ltd' },
  beneficiaryType: 'INDIVIDUAL',
  displayName: 'Anna Schmidt',
  email: null,
  individual: { firstName: 'Anna', lastName: 'Schmidt', dateOfBirth: null },
  company: null,
  address: {
    lines: ['Lindenstraße 5'],
    city: 'Berlin',
    state: null,
    postalCode: '10969',
    countryCode: 'DE',
  },
  identificationType: null,
  identificationValue: null,
  bankAccount: {
    bankName: 'Commerzbank',
    bankAddress: [],
    bankCountryCode: 'DE',
    ccyCode: 'EUR',
    accountNumber: null,
    accountHolderName: 'Anna Schmidt',
    bicSwiftCode: 'COBADEFFXXX',
    iban: 'DE89370400440532013000',
    routingCodeType1: null,
    routingCode1: null,
    routingCodeType2: null,
    routingCode2: null,
    accountType: null,
    supportedPaymentTypes: ['REGULAR', 'PRIORITY'],
  },
  isSnapshot: false,
  status: 'ACTIVE',
  statusHistory: [{ status: 'ACTIVE', statusReason: null, occurredOn: '2026-11-20T09:30:00.000' }],
  auditHistory: {
    version: 1,
    created: { by: null, on: '2026-11-20T09:30:00.000', withApiKey: null },
    updated: { by: null, on: '2026-11-20T09:30:00.000', withApiKey: null },
  },
};
