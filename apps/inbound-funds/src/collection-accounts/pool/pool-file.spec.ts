import { linesOf } from './pool-file.js';

/** The file of a bank, and what is wrong with its lines. */

const HEADER = 'currency,country,iban,bic,account_number,routing_code,bank_name,bank_address,holder';
const read = (...lines: string[]) => linesOf([HEADER, ...lines].join('\n'));

test('an account with an IBAN, a local number, or both', () => {
  const [euros, dollars, pounds, all] = read(
    'EUR,DE,DE89 3704 0044 0532 0130 00,cobadeffxxx,,,Commerzbank,"Kaiserplatz, 60311 | Frankfurt",',
    'usd,us,,,12345678901,021000021,First Bank,,Acme Payments Inc',
    'GBP,GB,GB29NWBK60161331926819,NWBKGB2L,31926819,60-16-13,NatWest,,',
    '*,GB,GB33BUKB20201555555555,BUKBGB22,,,Barclays,,',
  );
  expect(euros).toEqual({
    line: 2,
    reason: null,
    account: {
      ccyCode: 'EUR',
      countryCode: 'DE',
      iban: 'DE89370400440532013000',
      bicSwiftCode: 'COBADEFFXXX',
      accountNumber: null,
      routingCode: null,
      bankName: 'Commerzbank',
      bankAddress: ['Kaiserplatz, 60311', 'Frankfurt'],
      accountHolderName: null,
    },
  });
  expect(dollars?.account).toMatchObject({
    ccyCode: 'USD',
    iban: null,
    accountNumber: '12345678901',
    routingCode: '021000021',
    accountHolderName: 'Acme Payments Inc',
  });
  expect(pounds?.account).toMatchObject({ accountNumber: '31926819', routingCode: '601613' });
  expect(all?.account?.ccyCode).toBeNull();
});

test('a byte order mark, empty lines, Windows line ends and missing columns are fine', () => {
  const csv =
    '\uFEFFcountry,currency,iban,bic,bank_name\r\n\r\nDE,EUR,DE89370400440532013000,COBADEFF,Commerzbank\r\n';
  expect(linesOf(csv)).toMatchObject([{ line: 3, reason: null }]);
});

test.each([
  ['EUX,DE,DE89370400440532013000,COBADEFF,,,Commerzbank,,', /^currency/],
  ['EUR,DEU,DE89370400440532013000,COBADEFF,,,Commerzbank,,', /^country/],
  ['EUR,DE,DE89370400440532013000,COBADEFF,,,,,', /^bank_name/],
  ['EUR,DE,DE88370400440532013000,COBADEFF,,,Commerzbank,,', /check digit/],
  ['EUR,DE,DE8937040044053201300,COBADEFF,,,Commerzbank,,', /length/],
  ['EUR,FR,DE89370400440532013000,COBADEFF,,,Commerzbank,,', /another country/],
  ['EUR,DE,DE89370400440532013000,COBADE,,,Commerzbank,,', /^bic/],
  ['EUR,DE,DE89370400440532013000,,,,Commerzbank,,', /^bic/],
  ['USD,US,,CHASUS33,12345678901,021000021,First Bank,,', /^bic needs an iban/],
  ['EUR,DE,,,,,Commerzbank,,', /iban or account_number/],
  ['*,US,,,12345678901,021000021,First Bank,,', /every currency needs an iban/],
  ['USD,US,,,12345678901,021000022,First Bank,,', /check digit/],
  ['USD,US,,,123,021000021,First Bank,,', /^US needs/],
  ['GBP,GB,,,31926819,60161,NatWest,,', /^GB needs/],
  ['GBP,GB,,,31926819,,NatWest,,', /^GB needs/],
  ['CAD,CA,,,1234567,039900012,Bank of Canada,,', null],
  ['CAD,CA,,,1234567,139900012,Bank of Canada,,', /^CA needs/],
  ['EUR,DE,,,0532013000,37040044,Commerzbank,,', /elsewhere only an iban/],
  ['GBP,GB,GB29NWBK60161331926819,NWBKGB2L,31926818,601613,NatWest,,', /different accounts/],
  ['GBP,GB,GB29NWBK60161331926819,NWBKGB2L,,601613,NatWest,,', /needs an account_number/],
  [`GBP,GB,GB29NWBK60161331926819,NWBKGB2L,,,${'N'.repeat(141)},,`, /longer than 140/],
  ['GBP,GB,GB29NWBK60161331926819,NWBKGB2L,,,NatWest,,,more', /more fields/],
])('%s', (line, reason) => {
  const [one] = read(line);
  if (reason)
    expect(one).toEqual({ line: 2, account: null, reason: expect.stringMatching(reason) as string });
  else expect(one?.reason).toBeNull();
});

test.each([
  ['', 'The header must have currency, country, bank_name.'],
  ['currency,country,iban\n', 'The header must have bank_name.'],
  ['currency,country,bank_name,sort\n', 'The header has an unknown column: sort.'],
  ['currency,country,bank_name,country\n', 'The header names a column twice.'],
  ['currency,country,bank_name\nEUR,"DE', expect.stringMatching(/^Quote Not Closed/)],
])('%j is no such file', (csv, detail) => {
  let refusal: unknown;
  try {
    linesOf(csv);
  } catch (error) {
    refusal = error;
  }
  expect(refusal).toMatchObject({
    code: 'invalid_request',
    extra: { errors: [{ pointer: '#/csv', detail }] },
  });
});
