import { createHash } from 'node:crypto';
import type { ScreeningSubject } from '@corridor/screening';
import type { BeneficiaryResource } from '@corridor/payments-contract';

/** Who is paid. @param record the beneficiary itself, or an instruction or a payment to it */
export function payeeSubject(
  { type, id }: Pick<ScreeningSubject, 'type' | 'id'>,
  { client, displayName, individual, company, address, bankAccount }: BeneficiaryResource,
): ScreeningSubject {
  const own = individual ? `${individual.firstName} ${individual.lastName}` : company?.name;
  return {
    type,
    id,
    clientId: client.id,
    names: distinct([own, bankAccount.accountHolderName, displayName]),
    party: individual ? 'PERSON' : 'ORGANISATION',
    dateOfBirth: individual?.dateOfBirth ?? null,
    countries: distinct([address.countryCode, bankAccount.bankCountryCode]),
  };
}

const distinct = (texts: readonly (string | null | undefined)[]): string[] =>
  [...new Set(texts.filter((text) => text !== null && text !== undefined && text !== ''))] as string[];

/**
 * The same for the same party of the same client, whichever record names it: what staff have cleared for one record is
 * cleared for the others.
 */
export function partyOf({ clientId, names, party, dateOfBirth, countries }: ScreeningSubject): string {
  const spelled = names.map((name) => name.normalize('NFKC').trim().toLowerCase()).sort();
  const text = JSON.stringify([clientId, spelled, party, dateOfBirth, [...countries].sort()]);
  return createHash('sha256').update(text).digest('hex');
}
