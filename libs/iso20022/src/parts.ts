import { cut, plainText, swiftText } from './characters.js';
import type { Account, Address, Agent, CreditTransfer, Party, WritingDialect } from './transfer.js';
import { type Xml, group, leaf } from './xml/write.js';

/** Lines that a hybrid address may have beside its town and country, and one that names neither; characters of a line. */
const HYBRID_LINES = 2;
const UNSTRUCTURED_LINES = 7;
const LINE = 70;
/** Or the part of one that fits into a line. */
const WORD = /[^ ]{1,70}/gu;
/** As schemas count. */
const lengthOf = (text: string): number => [...text].length;

/** Whether an address fits into a payment: seven lines of 70 characters, whatever it has. */
export const hasRoomFor = (address: Address, dialect: Pick<WritingDialect, 'characters'>): boolean =>
  new Parts(dialect).hasRoomFor(address);

/** The parts that messages share, in the character set of a bank. */
export class Parts {
  constructor(private readonly dialect: Pick<WritingDialect, 'characters'>) {}

  text(name: string, text: string | null, most: number): Xml {
    return leaf(name, this.written(text, most));
  }

  written(text: string | null, most: number): string | null {
    if (text === null) return null;
    return cut(this.dialect.characters === 'swift' ? swiftText(text) : plainText(text), most) || null;
  }

  party(name: string, { name: called, address }: Party): Xml {
    return group(name, this.text('Nm', called, 140), address && this.address(address));
  }

  /** Whether all of an address can be written. */
  hasRoomFor(address: Address): boolean {
    return this.placed(address).lines.length <= UNSTRUCTURED_LINES;
  }

  /** @throws RangeError for one that is too long: half an address is another one */
  private address(address: Address): Xml {
    if (!this.hasRoomFor(address)) throw new RangeError('the address is too long');
    const { fields, lines } = this.placed(address);
    return group(
      'PstlAdr',
      ...fields.map(([name, text, longest]) => this.text(name, text, longest)),
      leaf('Ctry', address.country),
      ...lines.map((line) => this.text('AdrLine', line, LINE)),
    );
  }

  /** With fields of their own, or all of it in lines if something does not fit: half a town is another one. */
  private placed({ street, postalCode, town, region, country, lines }: Address) {
    const most = town !== null && country !== null ? HYBRID_LINES : UNSTRUCTURED_LINES;
    const rest = this.lines(lines, most);
    const fields = [
      ['StrtNm', street, 70],
      ['PstCd', postalCode, 16],
      ['TwnNm', town, 35],
      ['CtrySubDvsn', region, 35],
    ] as const;
    const fits =
      rest.length <= most &&
      fields.every(([, text, longest]) => lengthOf(this.written(text, Infinity) ?? '') <= longest);
    const place = [postalCode, town, region].filter(Boolean).join(' ');
    const all = [street, ...lines, place].filter((line) => line !== null);
    return fits ? { fields, lines: rest } : { fields: [], lines: this.lines(all, UNSTRUCTURED_LINES) };
  }

  /** Lines that are too many or too long are wrapped as one text. */
  private lines(lines: readonly string[], most: number): string[] {
    const written = lines.map((line) => this.written(line, Infinity)).filter((line) => line !== null);
    const fits = written.length <= most && written.every((line) => lengthOf(line) <= LINE);
    return fits ? written : wrapped(written.join(', '));
  }

  account(name: string, { iban, number }: Account, ccyCode: string | null = null): Xml {
    const id = iban === null ? group('Othr', this.text('Id', number, 34)) : leaf('IBAN', iban);
    return group(name, group('Id', id), leaf('Ccy', ccyCode));
  }

  /** A bank of which nothing is known is named as such, because it has to be there. */
  agent(name: string, { bic, clearing, name: called, country }: Agent): Xml {
    const known = [
      leaf('BICFI', bic),
      clearing &&
        group(
          'ClrSysMmbId',
          group('ClrSysId', leaf('Cd', clearing.system)),
          this.text('MmbId', clearing.member, 35),
        ),
      // A BIC says it, and banks refuse both.
      bic === null ? this.text('Nm', called, 140) : null,
      bic === null ? group('PstlAdr', leaf('Ctry', country)) : null,
    ];
    const isKnown = known.some((one) => one !== null);
    const none = group('Othr', leaf('Id', 'NOTPROVIDED'));
    return group(name, group('FinInstnId', ...(isKnown ? known : [none])));
  }

  /** Purpose and remittance information, with which a transfer ends. */
  ending({ purpose, remittance }: CreditTransfer): readonly Xml[] {
    const isCode = /^[A-Z]{4}$/.test(purpose ?? '');
    return [
      group('Purp', isCode ? leaf('Cd', purpose) : this.text('Prtry', purpose, 35)),
      group('RmtInf', this.text('Ustrd', remittance, 140)),
    ];
  }
}

/** Broken between words, if a line has several; a word is divided only where it is longer than a line. */
function wrapped(text: string): string[] {
  const lines: string[] = [''];
  for (const word of text.match(WORD) ?? []) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (lengthOf(longer) <= LINE) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
