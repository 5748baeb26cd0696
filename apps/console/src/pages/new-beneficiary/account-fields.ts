import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BeneficiaryFields } from '../../api/records.js';
import { fieldsQuery } from './choices.js';
import type { Entries } from './entries.js';

export const ACCOUNT = '/bankAccount';
export const COUNTRY = `${ACCOUNT}/bankCountryCode`;
export const CURRENCY = `${ACCOUNT}/ccyCode`;
export const HOLDER = `${ACCOUNT}/accountHolderName`;

/** Of the account alone, unlike where it is and whose it is. @param pointer in the body of the request */
export const isNumber = (pointer: string): boolean =>
  pointer.startsWith(ACCOUNT) && ![COUNTRY, CURRENCY, HOLDER].includes(pointer);

export type AccountField = BeneficiaryFields['fields'][number];

/** A field with one possible value: it is sent, and nobody has to enter it. */
const isFixed = ({ pattern, example }: AccountField): boolean => pattern === `^${example}$`;

/** What the bank account needs, by country and currency, in the alternative that was chosen. */
export function useAccountFields(entries: Entries) {
  const query = useQuery(fieldsQuery(entries[COUNTRY] ?? '', entries[CURRENCY] ?? ''));
  const [chosen, choose] = useState(0);
  const alternatives = query.data ?? [];
  const fields = (alternatives[chosen] ?? alternatives[0])?.fields ?? [];
  const fixed = fields.filter(isFixed).map(({ name, example }) => [`${ACCOUNT}/${name}`, example]);
  return {
    query,
    chosen: alternatives[chosen] ? chosen : 0,
    choose,
    fields: enteredOf(fields),
    /** Entries that nobody has to make. */
    fixed: Object.fromEntries(fixed) as Entries,
  };
}

/** With the type of a routing code, which stands before it. */
export const enteredOf = (fields: readonly AccountField[]) =>
  fields.flatMap((one, i) =>
    isFixed(one)
      ? []
      : [{ ...one, type: one.name.startsWith('routingCode') ? fields[i - 1]?.example : undefined }],
  );

export type EnteredField = ReturnType<typeof enteredOf>[number];
