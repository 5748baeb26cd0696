import {
  addCsv,
  altCsv,
  entriesOf,
  euList,
  fileOf,
  sdnCsv,
  sdnXml,
  ukColumns,
  ukCsvText,
  ukXmlText,
  unList,
} from './lists.fixture.js';

const namesOf = (entry: { names: readonly { text: string; quality: string }[] }) =>
  entry.names.map(({ text, quality }) => `${quality} ${text}`);

const ofacFiles = (sdn = sdnCsv, alt: string | Buffer = altCsv, add = addCsv) => [
  fileOf('SDN.CSV', sdn),
  fileOf('ALT.CSV', alt),
  fileOf('ADD.CSV', add),
];

test('OFAC as XML', async () => {
  const { entries, ...header } = await entriesOf('OFAC_SDN', fileOf('SDN.XML', sdnXml));
  expect(header).toEqual({ publishedOn: '2026-11-20', count: 3 });
  expect(entries.map(({ id, party }) => [id, party])).toEqual([
    ['90001', 'PERSON'],
    ['90002', 'ORGANISATION'],
    ['90003', 'OTHER'],
  ]);
  expect(namesOf(entries[0]!)).toEqual([
    'PRIMARY Serhiy TESTENKO',
    'STRONG Сергій Тестенко',
    'WEAK THE BAKER',
  ]);
  expect(entries[0]).toMatchObject({ countries: ['KP', 'UA'], programme: 'TEST-EO1, TEST-EO2' });
  expect(entries[0]!.birthDates).toEqual([
    { from: '1962-11-23', to: '1962-11-23' },
    { from: '1960-01-01', to: '1962-12-31' },
    { from: '1964-02-01', to: '1964-02-29' },
    { from: '1958-01-01', to: '1960-12-31' },
  ]);
  expect(entries.slice(1).map(namesOf)).toEqual([
    ['PRIMARY INVENTED & SONS TRADING'],
    ['PRIMARY MV INVENTED STAR'],
  ]);
});

test('OFAC as three CSV files: -0-, remarks, several lines in a field, Ctrl-Z at the end', async () => {
  const { entries, publishedOn } = await entriesOf('OFAC_SDN', ...ofacFiles());
  expect(publishedOn).toBeNull();
  expect(namesOf(entries[0]!)).toEqual([
    'PRIMARY TESTENKO, Serhiy',
    'STRONG TESTENKO, Sergei',
    'WEAK THE BAKER',
  ]);
  expect(entries[0]).toMatchObject({
    party: 'PERSON',
    countries: ['UA'],
    programme: 'TEST-EO1, TEST-EO2',
    birthDates: [
      { from: '1962-11-23', to: '1962-11-23' },
      { from: '1960-01-01', to: '1962-12-31' },
    ],
  });
  expect(namesOf(entries[1]!)).toEqual([
    'PRIMARY INVENTED "GENERAL" TRADING COMPANY',
    'STRONG COMPAÑÍA INVENTADA',
  ]);
});

test('OFAC wrote its CSV files in Windows-1252', async () => {
  const { entries } = await entriesOf('OFAC_SDN', ...ofacFiles(sdnCsv, Buffer.from(altCsv, 'latin1')));
  expect(namesOf(entries[1]!)).toContain('STRONG COMPAÑÍA INVENTADA');
});

test.each([
  ['UTF-8', Buffer.from(altCsv)],
  ['Windows-1252', Buffer.from(altCsv, 'latin1')],
])('a file that does not say that it is %s is read once, wherever its chunks end', async (_, bytes) => {
  let reads = 0;
  const alt = {
    name: 'ALT.CSV',
    async *read() {
      reads++;
      for (const byte of bytes) yield Promise.resolve(Uint8Array.of(byte));
    },
  };
  const { entries } = await entriesOf('OFAC_SDN', fileOf('SDN.CSV', sdnCsv), alt, fileOf('ADD.CSV', addCsv));
  expect(namesOf(entries[1]!)).toContain('STRONG COMPAÑÍA INVENTADA');
  expect(reads).toBe(1);
});

test('the list of the United Nations, with a byte order mark', async () => {
  const { entries, publishedOn } = await entriesOf('UN', fileOf('un.xml', unList));
  expect(publishedOn).toBe('2026-11-20');
  expect(entries[0]).toMatchObject({ id: 'TSi.001', party: 'PERSON', countries: ['IQ', 'SY', 'CD'] });
  expect(namesOf(entries[0]!)).toEqual([
    'PRIMARY HASSAN AL-TESTI',
    'STRONG حسن التستي',
    'STRONG Hasan Testi',
    'STRONG Abu Testi',
    'WEAK The Teacher',
  ]);
  expect(entries[0]!.birthDates).toEqual([
    { from: '1963-04-11', to: '1963-04-11' },
    { from: '1959-01-01', to: '1961-12-31' },
    { from: '1958-01-01', to: '1962-12-31' },
  ]);
  expect(namesOf(entries[1]!)).toEqual(['PRIMARY INVENTED FRONT', 'STRONG IF']);
});

test('the list of the European Union: prefixes, unknown countries, another calendar, an open range', async () => {
  const { entries, publishedOn } = await entriesOf('EU', fileOf('eu.xml', euList));
  expect(publishedOn).toBe('2026-11-19');
  expect(entries.map(({ id, party }) => [id, party])).toEqual([
    ['EU.9001.1', 'PERSON'],
    ['6', 'ORGANISATION'],
  ]);
  expect(namesOf(entries[0]!)).toEqual(['PRIMARY Georgi Invented', 'STRONG Георги Измислен', 'WEAK Goshko']);
  expect(entries[0]).toMatchObject({ countries: ['BG'], programme: 'TST' });
  expect(entries[0]!.birthDates).toEqual([
    { from: '1970-03-04', to: '1970-03-04' },
    { from: '1968-01-01', to: '1970-12-31' },
    { from: '1850-01-01', to: '1975-12-31' },
  ]);
});

test('the UK Sanctions List as CSV: rows of one designation, unknown days, several lines in a field', async () => {
  const { entries, publishedOn } = await entriesOf('UK', fileOf('UK-Sanctions-List.csv', ukCsvText));
  expect(publishedOn).toBe('2026-11-21');
  expect(entries.map(({ id, party }) => [id, party])).toEqual([
    ['TST0001', 'PERSON'],
    ['TST0002', 'OTHER'],
  ]);
  expect(namesOf(entries[0]!)).toEqual([
    'PRIMARY Ivan Petrovich INVENTED',
    'STRONG Иван Выдуманный',
    'WEAK Vanya INVENTED',
  ]);
  expect(entries[0]).toMatchObject({ countries: ['RU', 'BY'], programme: 'The Test Regulations' });
  expect(entries[0]!.birthDates).toEqual([
    { from: '1960-01-01', to: '1960-12-31' },
    { from: '1961-01-15', to: '1961-01-15' },
  ]);
});

test('the UK Sanctions List as XML', async () => {
  const { entries, publishedOn } = await entriesOf('UK', fileOf('uk.xml', ukXmlText));
  expect(publishedOn).toBe('2026-11-21');
  expect(namesOf(entries[0]!)).toEqual(['PRIMARY Ivan INVENTED', 'STRONG Иван Выдуманный', 'WEAK Vanya']);
  expect(entries[0]).toMatchObject({
    countries: ['BY', 'RU'],
    birthDates: [{ from: '1960-02-01', to: '1960-02-29' }],
  });
});

describe('refuses', () => {
  const refused = {
    'a cut XML file': ['UN', [fileOf('un.xml', unList.slice(0, 900))], /un\.xml, line \d+: unclosed tag/],
    'an empty file': ['UN', [fileOf('un.xml', '')], /un\.xml/],
    'an error page': [
      'EU',
      [fileOf('eu.xml', '<html><body/></html>')],
      /begins with <html> instead of <export>/,
    ],
    'the file of another list': ['EU', [fileOf('eu.xml', unList)], /<CONSOLIDATED_LIST> instead of <export>/],
    'a document type': [
      'EU',
      [fileOf('eu.xml', `<!DOCTYPE export [<!ENTITY a "b">]>${euList.slice(38)}`)],
      /a document type is not allowed/,
    ],
    'an entry without a name': [
      'UN',
      [fileOf('un.xml', unList.replace('<FIRST_NAME>INVENTED FRONT</FIRST_NAME>', '').replace('>IF<', '><'))],
      /un\.xml, line \d+, entry TSe\.002: it has no name/,
    ],
    'an entry without an id': [
      'OFAC_SDN',
      [fileOf('s.xml', sdnXml.replace('<uid>90002</uid>', ''))],
      /no id/,
    ],
    'two entries with one id': [
      'OFAC_SDN',
      [fileOf('s.xml', sdnXml.replace('90002', '90001'))],
      /two entries 90001/,
    ],
    'fewer records than OFAC says': [
      'OFAC_SDN',
      [fileOf('s.xml', sdnXml.replace('<Record_Count>3', '<Record_Count>4'))],
      /says that it has 4 entries, but has 3/,
    ],
    'a date of birth that is none': [
      'OFAC_SDN',
      [fileOf('s.xml', sdnXml.replace('23 Nov 1962', '31 Feb 1962'))],
      /s\.xml, line 19, entry 90001: “31 Feb 1962” is no date of birth/,
    ],
    'a row with a missing column': [
      'OFAC_SDN',
      ofacFiles(sdnCsv, '90001,1,"aka","X"'),
      /ALT\.CSV, line 1: it has 4 columns/,
    ],
    'a quote that is not closed': [
      'OFAC_SDN',
      ofacFiles(`${sdnCsv.slice(0, -3)}90003,"X`),
      /SDN\.CSV: Quote Not Closed/,
    ],
    'an alias of an entry that is missing': [
      'OFAC_SDN',
      ofacFiles(sdnCsv.split('\r\n')[0]),
      /entry 90002 is missing, which the other two files name/,
    ],
    'two of the three files': ['OFAC_SDN', ofacFiles().slice(0, 2), /ADD\.CSV is missing/],
    'a UK file without its columns': [
      'UK',
      [fileOf('uk.csv', ukCsvText.replace(ukColumns, ukColumns.replace('Name 6', 'Surname')))],
      /column “Name 6” is missing/,
    ],
    'an encoding that it does not have': [
      'UN',
      [fileOf('un.xml', Buffer.concat([Buffer.from(unList.slice(0, 400)), Buffer.from([0xe9, 0x20, 0xff])]))],
      /not written in utf-8/i,
    ],
  } as const;

  test.each(Object.entries(refused))('%s', async (_, [list, files, reason]) => {
    await expect(entriesOf(list, ...files)).rejects.toThrow(reason);
  });
});
