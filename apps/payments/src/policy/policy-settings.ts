import { list, setting, settingsOf } from '@corridor/platform';

function countriesOf(text: string): readonly string[] {
  const codes = list(text);
  const wrong = codes.find((code) => !/^[A-Z]{2}$/.test(code));
  if (wrong === undefined) return codes;
  throw new Error(`must be country codes of two capital letters, separated by commas, not "${wrong}"`);
}

export const countryPolicy = settingsOf('countryPolicy', {
  refused: setting(
    'REFUSED_COUNTRIES',
    'CU,IR,KP,SY',
    'countries, with their territories, in which no beneficiary and no bank of one may be located: those under comprehensive sanctions. Beneficiaries there that are stored already are not paid. In force until staff set a policy (`PUT /operator/v1/policy`)',
    countriesOf,
  ),
});
