import { swiftText } from '@corridor/iso20022';
import { money } from '@corridor/kernel';
import { german } from '../beneficiary/beneficiary.fixture.js';
import { type CreditTransfer, uetr } from './mt103.js';
import { swiftLines } from './swift-lines.js';
import { SimulatedRail } from './simulated-rail.js';
import { swiftSubmissionOf } from './swift-submission.js';

const transfer: CreditTransfer = {
  paymentId: 'pmt_01KAJNDRXV0123456789ABCDEF',
  amount: money('EUR', 1000_50n),
  instructed: money('GBP', 860_43n),
  valueDate: '2026-11-20',
  orderingCustomer: { id: 'cli_01K00000000000000000000000', name: 'Müller & Söhne Ltd' },
  beneficiary: german,
  narrative: 'Invoice 4711',
  paymentType: 'PRIORITY',
  chargeType: 'SHARED',
};

/** An independent parser of FIN messages, written from the standard. */
function parse(message: string) {
  const envelope =
    /^\{1:F01([A-Z0-9]{12})(\d{4})(\d{6})\}\{2:I103([A-Z0-9]{12})([SUN])\}\{3:((?:\{\d{3}:[^{}]+\})+)\}\{4:\r\n([^{}]*)-\}\{5:((?:\{[A-Z]{3}:[^{}]*\})+)\}$/.exec(
      message,
    );
  if (!envelope) throw new Error(`not a FIN message: ${message}`);
  const [, sender, , , receiver, , header = '', text = '', trailer = ''] = envelope;
  const blocks = (all: string) =>
    Object.fromEntries([...all.matchAll(/\{(\w+):([^{}]*)\}/g)].map(([, tag, value]) => [tag, value]));
  const fields: [tag: string, lines: string[]][] = [];
  for (const line of text.split('\r\n').slice(0, -1)) {
    const start = /^:(\d{2}[A-Z]?):(.*)$/.exec(line);
    if (start) fields.push([start[1]!, [start[2]!]]);
    else fields.at(-1)![1].push(line);
  }
  return { sender, receiver, header: blocks(header), fields, trailer: blocks(trailer) };
}

/** Field formats of MT 103 (Standards MT): x is character set x, counts are the longest. */
const X = "[A-Za-z0-9/\\-?:().,'+ ]";
const formats = new Map<string, RegExp>([
  ['20', new RegExp(`^(?!/)(?!.*//)${X}{1,16}(?<!/)$`)],
  ['23B', /^CRED$/],
  ['32A', /^\d{6}[A-Z]{3}(?=[\d,]{2,15}$)\d+,\d*$/],
  ['33B', /^[A-Z]{3}(?=[\d,]{2,15}$)\d+,\d*$/],
  ['36', /^(?=[\d,]{2,12}$)\d+,\d*$/],
  ['50K', new RegExp(`^/${X}{1,34}(\n${X}{1,35}){1,4}$`)],
  ['52A', /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/],
  ['57A', /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/],
  ['59', new RegExp(`^/${X}{1,34}(\n(?![:-])${X}{1,35}){1,4}$`)],
  ['70', new RegExp(`^(?![:-])${X}{1,35}(\n(?![:-])${X}{1,35}){0,3}$`)],
  ['71A', /^(SHA|OUR|BEN)$/],
]);
const ORDER = [...formats.keys()];

function wellFormed(requested: Partial<CreditTransfer> = {}) {
  const submission = swiftSubmissionOf({ ...transfer, ...requested }, new SimulatedRail());
  const parsed = parse(submission!.message);
  const tags = parsed.fields.map(([tag]) => tag);
  expect(tags).toEqual([...tags].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)));
  expect(new Set(tags).size).toBe(tags.length);
  for (const [tag, lines] of parsed.fields)
    expect([tag, lines.join('\n')]).toEqual([tag, expect.stringMatching(formats.get(tag)!)]);
  return {
    ...parsed,
    submission: submission!,
    field: Object.fromEntries(parsed.fields) as Record<string, string[]>,
  };
}

test('a converted payment by SWIFT', () => {
  const { sender, receiver, header, trailer, field, submission } = wellFormed();
  expect(sender).toBe('CRDRGB20AXXX');
  expect(receiver).toBe('COBADEFFXXXX');
  expect(header).toEqual({ '121': uetr(transfer.paymentId) });
  expect(trailer.CHK).toMatch(/^[0-9A-F]{12}$/);
  expect(field).toEqual({
    '20': ['0123456789ABCDEF'],
    '23B': ['CRED'],
    '32A': ['261120EUR1000,50'],
    '33B': ['GBP860,43'],
    '36': ['1,1627906977'],
    '50K': ['/cli01K00000000000000000000000', 'Muller + Sohne Ltd'],
    '52A': ['CRDRGB20XXX'],
    '57A': ['COBADEFFXXX'],
    '59': ['/DE89370400440532013000', 'Anna Schmidt', 'Lindenstrasse 5', '10969 Berlin DE'],
    '70': ['Invoice 4711'],
    '71A': ['SHA'],
  });
  expect(submission).toMatchObject({ format: 'MT103', reference: '0123456789ABCDEF', status: 'SUCCESS' });
});

test('the bank of a real rail has to confirm it first', () => {
  const rail = { bic: 'CORRGB2LXXX', isSimulated: false };
  expect(swiftSubmissionOf(transfer, rail)).toMatchObject({
    status: 'PENDING',
    message: expect.stringContaining('{1:F01CORRGB2LAXXX'),
  });
});

test('without a conversion there is no exchange rate', () => {
  const { field } = wellFormed({ instructed: transfer.amount, chargeType: 'OURS' });
  expect(field['33B']).toEqual(['EUR1000,50']);
  expect(field['36']).toBeUndefined();
  expect(field['71A']).toEqual(['OUR']);
});

test('currencies without decimals end in a comma, and the largest amounts fit', () => {
  expect(wellFormed({ amount: money('JPY', 1500n) }).field['32A']).toEqual(['261120JPY1500,']);
  wellFormed({ amount: money('EUR', 999_999_999_999_99n), instructed: money('GBP', 860_000_000_000_00n) });
  wellFormed({ amount: money('KWD', 7_000n), instructed: money('VND', 600_000_000n) });
  wellFormed({ amount: money('VND', 999_999_999_999n), instructed: money('KWD', 11_666_667_000n) });
});

test('an account without an IBAN is named by its number, a short BIC by its head office', () => {
  const bankAccount = {
    ...german.bankAccount,
    iban: null,
    accountNumber: '5807 8931',
    bicSwiftCode: 'CHASUS33',
  };
  const { field, receiver } = wellFormed({ beneficiary: { ...german, bankAccount } });
  expect(field['59']![0]).toBe('/58078931');
  expect(receiver).toBe('CHASUS33XXXX');
});

test('the message is well-formed for any text', () => {
  const texts = [
    'Übergrößenträger für Łódź – 50 % Rabatt & Skonto €',
    '-:20:FAKE\r\n-}{5:{CHK:000000000000}}',
    ':70: -begins like a tag '.repeat(20),
    '株式会社トヨタ 請求書 4711',
    'x'.repeat(512),
    '\u0301',
    '🙂 {curly} "quotes" \\ back@slash #1',
    'a '.repeat(256),
    `${'w'.repeat(35)} ${'-'.repeat(36)} :${'y'.repeat(34)}`,
  ];
  for (const text of texts) {
    const beneficiary = {
      ...german,
      address: { ...german.address, lines: [text, text, text], city: text, postalCode: text },
      bankAccount: { ...german.bankAccount, accountHolderName: `N ${text}` },
    };
    wellFormed({ narrative: text, beneficiary, orderingCustomer: { id: 'cli_1', name: `N ${text}` } });
  }
});

test('a REGULAR payment has no SWIFT message', () => {
  expect(
    swiftSubmissionOf({ ...transfer, paymentType: 'REGULAR', chargeType: null }, new SimulatedRail()),
  ).toBeNull();
});

test('the UETR is a UUID of version 4 in form, and the payment’s own', () => {
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  const ids = Array.from({ length: 200 }, (_, i) => `pmt_${i}`);
  for (const id of ids) expect(uetr(id)).toMatch(uuid);
  expect(new Set(ids.map(uetr)).size).toBe(ids.length);
  expect(uetr('pmt_1')).toBe(uetr('pmt_1'));
});

test.each([
  ['Straße', 'Strasse'],
  ['Crème brûlée', 'Creme brulee'],
  ['Łukasz Ørsted', 'Lukasz Orsted'],
  ['A & B', 'A + B'],
  ['a_b@c', 'a.b.c'],
  ['  two\n lines ', 'two lines'],
  ['½ €', '1.2 EUR'],
])('%j in character set x is %j', (text, expected) => expect(swiftText(text)).toBe(expected));

test('lines break between words, long words anywhere, and excess text is cut off', () => {
  expect(swiftLines('Invoice 4711 of the twentieth of November for services', 4)).toEqual([
    'Invoice 4711 of the twentieth of',
    'November for services',
  ]);
  expect(swiftLines('x'.repeat(80), 2)).toEqual(['x'.repeat(35), 'x'.repeat(35)]);
  expect(swiftLines('', 4)).toEqual([]);
});
