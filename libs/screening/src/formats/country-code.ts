import countries from 'i18n-iso-countries';

/** Names in lists that ISO 3166 spells otherwise. */
const spellings: Readonly<Record<string, string>> = {
  burma: 'MM',
  'burma (myanmar)': 'MM',
  'myanmar (burma)': 'MM',
  'korea, north': 'KP',
  'north korea': 'KP',
  "democratic people's republic of korea": 'KP',
  'korea, south': 'KR',
  'south korea': 'KR',
  'republic of korea': 'KR',
  'congo, democratic republic of the': 'CD',
  'congo (democratic republic)': 'CD',
  'democratic republic of the congo': 'CD',
  'congo, republic of the': 'CG',
  'west bank': 'PS',
  palestinian: 'PS',
  'region: gaza': 'PS',
  'state of palestine': 'PS',
  'occupied palestinian territories': 'PS',
  'cote d ivoire': 'CI',
  "cote d'ivoire": 'CI',
  'ivory coast': 'CI',
  'bahamas, the': 'BS',
  'gambia, the': 'GM',
  'the gambia': 'GM',
  'macedonia, the former yugoslav republic of': 'MK',
  'region: kosovo': 'XK',
  kosovo: 'XK',
  laos: 'LA',
  moldova: 'MD',
  macau: 'MO',
  syria: 'SY',
  'region: crimea': 'UA',
  'cabo verde': 'CV',
  'cape verde': 'CV',
  turkiye: 'TR',
  turkey: 'TR',
  swaziland: 'SZ',
  'czech republic': 'CZ',
  'united kingdom of great britain and northern ireland': 'GB',
  'united states of america': 'US',
  'iran (islamic republic of)': 'IR',
  'islamic republic of iran': 'IR',
  'syrian arab republic': 'SY',
  'russian federation': 'RU',
  'hong kong (china)': 'HK',
  'macau (china)': 'MO',
};

/** ISO 3166-1 alpha-2 of a country's English name or code, or null: what a list writes is sometimes no country. */
export function countryCode(name: string): string | null {
  const text = name.normalize('NFKD').replace(/\p{M}/gu, '').replace(/’/g, "'").trim();
  if (/^[A-Z]{2}$/.test(text)) return countries.isValid(text) ? text : null;
  return spellings[text.toLowerCase()] ?? countries.getAlpha2Code(text, 'en') ?? null;
}

/** Without those that are none, each once. */
export const countryCodes = (names: readonly string[]): string[] => [
  ...new Set(names.flatMap((name) => countryCode(name) ?? [])),
];
