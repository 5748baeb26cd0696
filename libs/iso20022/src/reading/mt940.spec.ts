import { money } from '@corridor/kernel';
import { bytesOf } from '../xml/byte-source.js';
import { all } from '../transfers.fixture.js';
import { readBankFile } from './read-bank-file.js';
import type { BankRecord, EntryRecord } from './records.js';

const read = (content: string): Promise<BankRecord[]> => all(readBankFile(bytesOf('in.sta', content)));
const statement = (...lines: readonly string[]): string =>
  [
    ':20:STMT2611230001',
    ':25:DE89370400440532013000',
    ':28C:231/1',
    ':60F:C261122EUR1000,00',
    ...lines,
    ':62F:C261123EUR1250,75',
    '-',
    '',
  ].join('\r\n');
async function entriesIn(...lines: readonly string[]): Promise<EntryRecord[]> {
  const records = await read(statement(...lines));
  return records.filter((one) => one.kind === 'entry');
}
const german = [
  ':61:2611241123C250,75NTRFNONREF//FT26327ABCD',
  ':86:166?00GUTSCHRIFT?10931?20EREF+INV-7?21SVWZ+Rechnung 7 vo',
  '?22m November?30NWBKGB2LXXX?31GB29NWBK60161331926819?32Globex L?33td',
];
const globex = {
  name: 'Globex Ltd',
  address: null,
  account: { iban: 'GB29NWBK60161331926819', number: null },
  agent: { bic: 'NWBKGB2LXXX', clearing: null, name: null, country: null },
};

test('an MT940 has its balances and its bookings', async () => {
  expect(await read(statement(...german))).toEqual([
    {
      kind: 'balance',
      statementId: 'STMT2611230001 231',
      account: 'DE89370400440532013000',
      type: 'OPBD',
      amount: money('EUR', 1000_00n),
      date: '2026-11-22',
    },
    {
      kind: 'entry',
      statementId: 'STMT2611230001 231',
      account: 'DE89370400440532013000',
      direction: 'CREDIT',
      amount: money('EUR', 250_75n),
      status: 'BOOKED',
      isReversal: false,
      bookedOn: '2026-11-23',
      valueDate: '2026-11-24',
      bankReference: 'FT26327ABCD',
      reference: 'INV-7',
      instructionId: null,
      uetr: null,
      party: globex,
      ultimateParty: null,
      virtualAccount: null,
      remittance: 'Rechnung 7 vom November',
      returnReason: null,
      isReturn: false,
      transactions: 1,
      batch: null,
    },
    expect.objectContaining({
      kind: 'balance',
      type: 'CLBD',
      amount: money('EUR', 1250_75n),
      date: '2026-11-23',
    }),
  ]);
});

describe('who has paid, and what for', () => {
  test('with the codes of SWIFT', async () => {
    const [one] = await entriesIn(
      ':61:2611241123C250,75NTRFNONREF//FT26327ABCD',
      ':86:/EREF/INV-7/ORDP//NAME/Globex Ltd/IBAN/GB29NWBK60161331926819/BIC/NWBKGB2LX',
      'XX/REMI//USTD//Rechnung 7 vom November/UETR/5d7ea1f0-3c86-4d0b-9c55-00000000000a/',
    );
    expect(one).toMatchObject({
      reference: 'INV-7',
      uetr: '5d7ea1f0-3c86-4d0b-9c55-00000000000a',
      party: globex,
      remittance: 'Rechnung 7 vom November',
    });
  });

  test.each([
    ['/EREF/INV-7/ORDP//NAME/Globex Ltd/IBAN/GB1/ULTD//NAME/Holding Ltd/REMI/x', 'Globex Ltd', 'Holding Ltd'],
    ['/ULTD/Holding Ltd/ORDP/Globex Ltd/REMI/x', 'Globex Ltd', 'Holding Ltd'],
    ['/EREF/INV-7/NAME/Globex Ltd/REMI/x', 'Globex Ltd', null],
    ['166?00GUTSCHRIFT?20SVWZ+Rechnung 7?21ABWA+Holding Ltd?32Globex Ltd', 'Globex Ltd', 'Holding Ltd'],
  ])('on whose behalf: %s', async (information, name, ultimateParty) => {
    const [one] = await entriesIn(':61:2611241123C250,75NTRFNONREF//FT1', `:86:${information}`);
    expect(one).toMatchObject({ party: { name }, ultimateParty });
  });

  test('as a text, and without any', async () => {
    const [told, silent] = await entriesIn(
      ':61:2611241123C250,75NTRFINV-7//FT26327ABCD',
      ':86:Rechnung 7',
      'vom November',
      ':61:2611241123C1,NMSCNONREF',
      'SUPPLEMENT',
    );
    expect(told).toMatchObject({ reference: 'INV-7', remittance: 'Rechnung 7 vom November' });
    expect(silent).toMatchObject({
      reference: null,
      bankReference: null,
      remittance: 'SUPPLEMENT',
      amount: money('EUR', 100n),
    });
  });
});

test.each([
  ['C', 'CREDIT', false, 'BOOKED'],
  ['D', 'DEBIT', false, 'BOOKED'],
  ['RC', 'DEBIT', true, 'BOOKED'],
  ['RD', 'CREDIT', true, 'BOOKED'],
  ['EC', 'CREDIT', false, 'PENDING'],
  ['ED', 'DEBIT', false, 'PENDING'],
  ['CR', 'CREDIT', false, 'BOOKED'],
])('the mark %s', async (mark, direction, isReversal, status) => {
  expect(await entriesIn(`:61:2611241123${mark}250,75NTRFNONREF//FT1`)).toMatchObject([
    { direction, isReversal, status, amount: money('EUR', 250_75n) },
  ]);
});

test.each([
  [':61:2611241123C9,00NRTI0123456789ABCDEF//FT1', ':86:/RTRN/AC04/Account closed./'],
  [
    ':61:2611241123C9,00NTRFNONREF//FT1',
    ':86:159?00RETOURE?20EREF+0123456789ABCDEF?21SVWZ+AC04 Account closed.',
  ],
])('a returned transfer has its reason: %s', async (...lines) => {
  expect(await entriesIn(...lines)).toMatchObject([
    {
      reference: '0123456789ABCDEF',
      isReturn: true,
      returnReason: { code: 'AC04', text: 'Account closed.' },
    },
  ]);
});

test('the day of booking is in the year nearest to the value date', async () => {
  const lines = [':61:2701020101C1,00NTRFA//1', ':61:2701021231C1,00NTRFB//2', ':61:2612310102C1,00NTRFC//3'];
  expect((await entriesIn(...lines)).map(({ bookedOn }) => bookedOn)).toEqual([
    '2027-01-01',
    '2026-12-31',
    '2027-01-02',
  ]);
});

test('an MT942 of bookings since the last one has no balances', async () => {
  const interim = (code: string) =>
    `{1:F01BUKBGB22AXXX0000000000}{2:I942CRDRGB20XXXXN}{3:{108:MT942}}{4:\r\n:20:INT1\r\n:25:37040044/0532013000${code}\r\n:28C:5\r\n:34F:${code}0,\r\n:13D:2611231200+0100\r\n:61:261123C7,5NTRFA//1\r\n:90C:1${code}7,5\r\n-}{5:{CHK:123456789ABC}}\r\n`;
  const records = await read(interim('EUR') + interim('USD'));
  expect(records).toMatchObject([
    { kind: 'entry', statementId: 'INT1 5', account: '0532013000', amount: money('EUR', 750n) },
    { kind: 'entry', account: '0532013000', amount: money('USD', 750n) },
  ]);
});

test.each([
  ['without a closing balance', statement().replace(/:62F:.*\r\n/, ''), 'ends before its closing balance'],
  ['cut off', statement(...german).slice(0, 150), 'ends before its closing balance'],
  [
    'in two currencies',
    statement().replace('62F:C261123EUR', '62F:C261123USD'),
    'in EUR has a balance in USD',
  ],
  ['without an account', statement(...german).replace(/:25:.*\r\n/, ''), 'names no account'],
  ['with a line that is none', statement(':61:nonsense'), '“nonsense” is no statement line'],
  ['with too many decimals', statement(':61:261123C7,505NTRFA//1'), 'has more than 2 decimals'],
  ['with a day that is none', statement(':61:261323C7,5NTRFA//1'), 'is no date'],
  ['that begins in the middle', ':61:261123C7,5NTRFA//1', 'begins with field 20'],
  ['with headers alone', '{1:F01BUKBGB22AXXX0000000000}', 'it has no statement'],
])('a file %s is refused', async (_, content, reason) => {
  await expect(read(content)).rejects.toThrow(reason);
});
