import { perEuro, sheet } from './sheet.fixture.js';
import { sheetOf } from './reference-sheet.js';

const withRate = (attributes: string) => sheet('2026-11-20', {}, [`<Cube ${attributes}/>`]);
const usd = { USD: '1.1' };

describe('a document of reference rates', () => {
  it('has a date, and every rate as written', () => {
    const { date, perEuro: read, unknown } = sheetOf(sheet());
    expect([date, Object.fromEntries(read), unknown]).toEqual(['2026-11-20', perEuro, []]);
  });

  it('may have one rate, a byte order mark, comments, double quotes and no declaration', () => {
    const xml = `\ufeff<!-- a comment --><e:Envelope xmlns:e="e"><Cube><Cube time="2026-11-20"><Cube rate="2" currency="USD"></Cube></Cube></Cube></e:Envelope>`;
    expect(sheetOf(xml).perEuro).toEqual(new Map([['USD', '2']]));
  });

  it('omits unknown currencies, and reports them', () => {
    const { perEuro: read, unknown } = sheetOf(sheet('2026-11-20', { ...usd, ZZZ: '3', XXY: '1' }));
    expect([[...read.keys()], unknown]).toEqual([['USD'], ['ZZZ', 'XXY']]);
  });

  it.each([
    ['nothing', '', /no XML/],
    ['text', 'Service unavailable', /no XML/],
    ['JSON', '{"USD":1.1}', /no XML/],
    ['a page', '<!doctype html><html><body>Not found</body></html>', /document type/],
    ['another document', '<rss><Cube><Cube time="2026-11-20"/></Cube></rss>', /"Envelope"/],
    ['two roots', `${sheet()}<more/>`, /root/],
    ['half a document', sheet().slice(0, 900), /no XML/],
    ['a tag that is never closed', sheet().replace('</Cube>', ''), /no XML/],
    ['no day', '<Envelope><Cube/></Envelope>', /one day/],
    [
      'two days',
      sheet().replace('</Cube>\n\t</Cube>', '</Cube><Cube time="2026-11-19"/>\n\t</Cube>'),
      /one day/,
    ],
    ['no date', sheet().replace(/ time='[^']+'/, ''), /date/],
    ['a date that is none', sheet('2026-02-30'), /date/],
    ['a date with a time', sheet('2026-11-20T00:00:00'), /date/],
    ['no rates', sheet('2026-11-20', {}), /no rate/],
    ['only currencies that are not known', sheet('2026-11-20', { ZZZ: '1' }), /no rate/],
    ['a rate of nothing', withRate(`rate='1.1'`), /currency/],
    ['a currency without rate', withRate(`currency='USD'`), /USD/],
    ['a currency in lower case', withRate(`currency='usd' rate='1.1'`), /currency/],
    ['a currency twice', sheet('2026-11-20', usd, [`<Cube currency='USD' rate='1.1'/>`]), /USD.*twice/],
    ['the euro itself', sheet('2026-11-20', { ...usd, EUR: '1' }), /EUR/],
    ['an attribute twice', withRate(`currency='USD' currency='GBP' rate='1.1'`), /no XML/],
    ['rates that are elements', sheet('2026-11-20', usd, ['<USD>1.1</USD>']), /USD/],
    [
      'rates within rates',
      sheet('2026-11-20', {}, [`<Cube><Cube currency='USD' rate='1'/></Cube>`]),
      /currency/,
    ],
    ['text among the rates', sheet('2026-11-20', usd, ['1.1']), /text/],
  ])('rejects %s', (_, xml, reason) => expect(() => sheetOf(xml)).toThrow(reason));

  it.each([
    '0',
    '0.000',
    '-1',
    '+1',
    'NaN',
    'N/A',
    'Infinity',
    '1e3',
    '0x10',
    '1,1',
    '',
    '1.',
    '.5',
    '１',
    '9'.repeat(16),
    '1.' + '1'.repeat(16),
  ])('rejects the rate %j', (rate) =>
    expect(() => sheetOf(sheet('2026-11-20', { ...usd, JPY: rate }))).toThrow(/JPY/),
  );
});

describe('a bomb', () => {
  const laughs = Array.from({ length: 20 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join(
    '',
  );
  it.each([
    ['of entities', `<!DOCTYPE x [<!ENTITY l0 "ha">${laughs}]>${withRate(`currency='USD' rate='&l20;'`)}`],
    [
      'from a file',
      `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>${withRate(`currency='USD' rate='&a;'`)}`,
    ],
    ['of character references', withRate(`currency='USD' rate='${'&#49;'.repeat(40_000)}'`)],
    ['of nested elements', '<a>'.repeat(80_000)],
    ['of nested and closed elements', `${'<Cube>'.repeat(20_000)}${'</Cube>'.repeat(20_000)}`],
    ['of attributes', withRate(Array.from({ length: 20_000 }, (_, i) => `a${i}='1'`).join(' '))],
    ['of names of the language', withRate(`__proto__='1' constructor='2' currency='USD' rate='-1'`)],
  ])('%s is refused', (_, xml) => expect(() => sheetOf(xml)).toThrow());

  it('leaves no trace in the language', () => {
    expect(() => sheetOf('<__proto__><x>1</x></__proto__>')).toThrow();
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });
});
