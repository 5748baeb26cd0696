import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BeneficiaryResource } from '@corridor/payments-contract';
import { checkedBody } from '@corridor/http';
import { Refusal } from '@corridor/kernel';
import { testCaller } from '@corridor/testing';
import { BeneficiaryBody, beneficiaryRules, detailsOf } from './beneficiary.body.js';
import type { Event } from './beneficiary.js';
import { beneficiaries, snapshotOf } from './beneficiary.view.js';
import { everythingAllowed } from '@corridor/payments-contract';
import { german } from './beneficiary.fixture.js';

const today = '2026-11-20';
const policy = { ...everythingAllowed, refusedCountries: ['CU', 'IR', 'KP', 'SY', 'FI'] };
const checked = async (body: unknown) =>
  detailsOf(await checkedBody(body, BeneficiaryBody, beneficiaryRules(today, policy)));
const issuesOf = async (body: unknown) => {
  const refused = await checked(body).catch((error: Refusal) => error);
  if (!(refused instanceof Refusal)) return [];
  return (refused.extra.errors as { pointer: string; code: string }[])
    .map((e) => `${e.pointer} ${e.code}`)
    .sort();
};

/** The demo data of a new sandbox. */
const seed = JSON.parse(
  readFileSync(join(__dirname, '../../../all-in-one/src/seed/beneficiaries.json'), 'utf8'),
) as {
  beneficiaryType: string;
  address: object;
  bankAccount: { bankCountryCode: string; accountHolderName: string };
}[];

const created: Event = { type: 'created', details: german };
const updated: Event = { type: 'updated', details: { ...german, displayName: 'Anna Weber' } };
const archived: Event = { type: 'archived', reason: null };

describe('the public record (interface-spec 2.5)', () => {
  const shown = (...events: Event[]) =>
    events.reduce<BeneficiaryResource | null>(
      (row, event, i) =>
        beneficiaries.project(row, {
          streamId: german.id,
          version: i + 1,
          occurredOn: `2026-11-20T09:3${i}:00.000`,
          caller: { ...testCaller, user: null, apiKeyId: null },
          event,
        }),
      null,
    )!;

  test('every field', async () => {
    const anna = seed.find(({ bankAccount }) => bankAccount.bankCountryCode === 'DE');
    expect(shown({ type: 'created', details: await checked(anna) })).toEqual({
      ...german,
      email: 'anna.schmidt@mail.example',
      individual: { firstName: 'Anna', lastName: 'Schmidt', dateOfBirth: '1990-11-02' },
    });
  });
  test('updated, then archived', () => {
    const row = shown(created, updated, archived);
    expect(row).toMatchObject({
      displayName: 'Anna Weber',
      status: 'ARCHIVED',
      auditHistory: { version: 3 },
    });
    expect(row.statusHistory.map(({ status }) => status)).toEqual(['ACTIVE', 'ARCHIVED']);
  });
  test('a snapshot is the record with its own id', () => {
    expect(snapshotOf(german, 'bss_1')).toEqual({ ...german, id: 'bss_1', isSnapshot: true });
  });
});

describe('the bodies of the seed', () => {
  const country = ({ bankAccount }: (typeof seed)[number]) => bankAccount.bankCountryCode;

  test('are individuals and companies in eight countries', () => {
    expect([...new Set(seed.map(country))].sort()).toEqual(['AU', 'CA', 'DE', 'FR', 'GB', 'IN', 'JP', 'US']);
    expect(new Set(seed.map((body) => body.beneficiaryType)).size).toBe(2);
  });
  test.each(seed.map((body) => [body.bankAccount.accountHolderName, body] as const))(
    '%s can be created, and paid either way',
    async (name, body) => {
      const { displayName, bankAccount } = await checked(body);
      expect(displayName).toBe(name);
      expect(bankAccount.supportedPaymentTypes).toEqual(['REGULAR', 'PRIORITY']);
    },
  );
  test.each(seed.map((body) => [country(body), body] as const))(
    'an account in %s can belong to an individual and to a company',
    async (_, body) => {
      const individual = { firstName: 'Ada', lastName: 'Lovelace' };
      const company = { name: 'Engines Ltd' };
      const as = (more: object) => checked({ ...body, individual: null, company: null, ...more });
      expect(await as({ beneficiaryType: 'INDIVIDUAL', individual })).toMatchObject({
        displayName: 'Ada Lovelace',
      });
      expect(await as({ beneficiaryType: 'COMPANY', company })).toMatchObject({ displayName: 'Engines Ltd' });
    },
  );
});

describe('the body', () => {
  const [company] = seed;
  const body = (more: object) => ({ ...company, ...more });

  test('all issues of fields and between fields are reported at once', async () => {
    expect(
      await issuesOf({
        beneficiaryType: 'COMPANY',
        individual: { firstName: 'Ada', lastName: '', dateOfBirth: '2026-11-21' },
        email: 'nobody',
        address: { lines: [], countryCode: 'XX' },
        identificationType: 'PASSPORT',
        bankAccount: { ...company!.bankAccount, routingCode1: '1', supportedPaymentTypes: [] },
        isSnapshot: true,
      }),
    ).toEqual([
      '#/address/countryCode unknown_country',
      '#/address/lines too_few',
      '#/bankAccount/supportedPaymentTypes unknown_field',
      '#/company required',
      '#/email not_an_email',
      '#/identificationValue required',
      '#/individual not_allowed',
      '#/individual/lastName too_short',
      '#/isSnapshot unknown_field',
    ]);
    expect(
      await issuesOf(body({ bankAccount: { ...company!.bankAccount, routingCode1: '1' }, email: 1 })),
    ).toEqual(['#/bankAccount/routingCode1 not_a_routing_code', '#/email not_an_email']);
  });
  test('a country that the policy refuses, of the person or of the bank', async () => {
    const address = { ...company!.address, countryCode: 'KP' };
    expect(await issuesOf(body({ address }))).toEqual(['#/address/countryCode country_refused']);
    const ofTerritory = { ...company!.address, countryCode: 'AX' };
    expect(await issuesOf(body({ address: ofTerritory }))).toEqual(['#/address/countryCode country_refused']);
    const bankAccount = { ...company!.bankAccount, bankCountryCode: 'IR' };
    expect(await issuesOf(body({ bankAccount }))).toContain('#/bankAccount/bankCountryCode country_refused');
  });
  test('an empty body lacks only the required fields', async () => {
    expect(await issuesOf({})).toEqual([
      '#/address required',
      '#/bankAccount required',
      '#/beneficiaryType required',
    ]);
  });
  test('dates of birth and of foundation are not in the future', async () => {
    const individual = { firstName: 'Ada', lastName: 'Lovelace', dateOfBirth: '2026-11-21' };
    expect(await issuesOf(body({ beneficiaryType: 'INDIVIDUAL', company: null, individual }))).toEqual([
      '#/individual/dateOfBirth in_the_future',
    ]);
    expect(
      await issuesOf(body({ company: { name: 'Soon Ltd', dateOfIncorporation: '2026-11-21' } })),
    ).toEqual(['#/company/dateOfIncorporation in_the_future']);
  });
  test('the display name can be another than the name', async () => {
    expect(await checked(body({ displayName: 'Paper' }))).toMatchObject({ displayName: 'Paper' });
  });
});
