import { queryOptions, useQuery } from '@tanstack/react-query';
import type { BeneficiaryFields, Country, Currency } from '../../api/records.js';
import { getOne } from '../../api/request.js';
import type { Language } from '../../texts/texts.js';
import type { Option } from '../../ui/fields.js';
import { countryText, currencyText } from '../../ui/format.js';

const listQuery = <Row>(path: string) =>
  queryOptions({ queryKey: [path], queryFn: () => getOne<readonly Row[]>(path), staleTime: 'static' });

/** By their names in the language. */
export function useCountries(language: Language): readonly Option[] {
  const { data } = useQuery(listQuery<Country>('/v1/reference-data/countries'));
  return sorted((data ?? []).map(({ code }) => [code, countryText(code, language)]));
}

/** Those that can be bought, by their codes. */
export function useCurrencies(language: Language): readonly Option[] {
  const { data } = useQuery(listQuery<Currency>('/v1/reference-data/currencies'));
  const bought = (data ?? []).filter(({ canBuy }) => canBuy);
  return sorted(bought.map(({ code }) => [code, `${code} · ${currencyText(code, language)}`]));
}

const sorted = (options: readonly Option[]): readonly Option[] =>
  options.toSorted(([, a], [, b]) => a.localeCompare(b));

/** The alternatives of what a bank account needs. */
export const fieldsQuery = (country: string, ccyCode: string) =>
  listQuery<BeneficiaryFields>(
    `/v1/reference-data/beneficiary-fields?countryCode=${country}&ccyCode=${ccyCode}`,
  );
