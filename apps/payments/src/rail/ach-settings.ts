import { achHoldDaysSetting, optionalSetting, text } from '@corridor/platform';
import type { AchSettings } from './iso20022/ach-debits.js';

function routingNumberOf(given: string): string {
  const weighted = [...given].reduce((sum, digit, i) => sum + Number(digit) * [3, 7, 1][i % 3]!, 0);
  if (/^\d{9}$/.test(given) && given !== '000000000' && weighted % 10 === 0) return given;
  throw new Error(`must be an ABA routing number of 9 digits, not "${given}"`);
}

function companyIdOf(given: string): string {
  if (/^[A-Z0-9]{1,10}$/.test(given)) return given;
  throw new Error(`must be at most 10 letters in upper case and digits, not "${given}"`);
}

/** `RAIL=iso20022`: debits of accounts that clients have linked, in files of NACHA. */
export const achSettings = {
  achRoutingNumber: optionalSetting(
    'RAIL_ACH_ROUTING_NUMBER',
    '`RAIL=iso20022`: ABA routing number of the bank that takes files of NACHA; without it no linked account is debited',
    routingNumberOf,
  ),
  achBank: optionalSetting('RAIL_ACH_BANK_NAME', '`RAIL_ACH_ROUTING_NUMBER`: the name of that bank', text),
  achCompanyId: optionalSetting(
    'RAIL_ACH_COMPANY_ID',
    '`RAIL_ACH_ROUTING_NUMBER`: company identification, as the bank has given it',
    companyIdOf,
  ),
  achHoldDays: achHoldDaysSetting,
} as const;

type Given = {
  readonly [Name in keyof typeof achSettings]: ReturnType<(typeof achSettings)[Name]['read']>;
};

export function missingForAch({ achRoutingNumber, achBank, achCompanyId }: Partial<Given>): string[] {
  if (!achRoutingNumber) return [];
  return [
    ...(achBank === null ? ['RAIL_ACH_BANK_NAME must be set with RAIL_ACH_ROUTING_NUMBER'] : []),
    ...(achCompanyId === null ? ['RAIL_ACH_COMPANY_ID must be set with RAIL_ACH_ROUTING_NUMBER'] : []),
  ];
}

/** Null if no accounts are debited. */
export function achFrom(given: Given, holder: string): AchSettings | null {
  const { achRoutingNumber: bankRoutingNumber, achBank, achCompanyId: id, achHoldDays: holdDays } = given;
  if (!bankRoutingNumber || !achBank || !id) return null;
  return { originator: { name: holder, id, bankRoutingNumber, bankName: achBank }, holdDays };
}
