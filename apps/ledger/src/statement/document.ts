import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Font, create } from 'fontkit';
import PDFDocument from 'pdfkit';

/** Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew and Arabic letters: see its licence beside it. */
const FONT = readFileSync(join(import.meta.dirname, '../../fonts/DejaVuSansCondensed.ttf'));
const glyphs = new Set((create(FONT) as Font).characterSet);

/** Words that are written from right to left, with the spaces between them. */
const FROM_THE_RIGHT =
  /((?:[\p{Script=Hebrew}\p{Script=Arabic}]\p{M}*)+(?: (?:[\p{Script=Hebrew}\p{Script=Arabic}]\p{M}*)+)*)/u;

/** A code is not divided, as a character is not. */
const PART_OF_A_WORD = /\[U\+[0-9A-F]+\]|./gsu;

/** Of a text, on an A4 page. */
export interface Style {
  readonly size: number;
  readonly colour: string;
  readonly align?: 'left' | 'right';
}

/** A PDF document that is written page by page: what is complete is taken from it with `read`. */
export class Document {
  readonly left = 48;
  readonly right = 547;
  readonly bottom = 782;
  y = 48;
  private readonly pdf: PDFKit.PDFDocument;

  /** @param onPage draws what each page after the first begins with */
  constructor(info: { title: string; on: Date }, footer: (page: number) => string, onPage: () => void) {
    this.pdf = new PDFDocument({
      ...{ size: 'A4', margin: 0, lang: 'en', displayTitle: true, font: FONT as unknown as string },
      info: { Title: info.title, Producer: 'Corridor', Creator: 'Corridor', CreationDate: info.on },
    });
    let pages = 0;
    const begin = () => {
      pages += 1;
      this.text(footer(pages), this.left, 800, { size: 7, colour: GREY });
      this.y = 48;
    };
    begin();
    this.pdf.on('pageAdded', () => {
      begin();
      onPage();
    });
  }

  /** Adds a page unless there is so much room on this one. */
  require(height: number): void {
    if (this.y + height > this.bottom) this.pdf.addPage({ size: 'A4', margin: 0 });
  }

  /** One line; `x` is where it begins, or ends if it is aligned to the right. */
  text(line: string, x: number, y: number, { size, colour, align = 'left' }: Style): void {
    this.pdf.fontSize(size).fillColor(colour);
    let at = align === 'right' ? x - this.pdf.widthOfString(line) : x;
    for (const [i, run] of line.split(FROM_THE_RIGHT).entries()) {
      // With features, even none, a run is laid out as a whole, in the direction of its letters.
      const whole = i % 2 === 1 ? { features: [] } : {};
      this.pdf.text(run, at, y, { lineBreak: false, ...whole });
      at += this.pdf.widthOfString(run, whole);
    }
  }

  rule(y: number, colour: string): void {
    this.pdf.moveTo(this.left, y).lineTo(this.right, y).lineWidth(0.5).strokeColor(colour).stroke();
  }

  band(y: number, height: number, colour: string): void {
    this.pdf.rect(this.left, y, this.right - this.left, height).fill(colour);
  }

  /** The lines of a text in a column. Words are divided only where they do not fit. */
  lines(text: string, width: number, size: number): string[] {
    this.pdf.fontSize(size);
    const fits = (line: string) => this.pdf.widthOfString(line) <= width;
    const lines: string[] = [];
    let line = '';
    for (const word of written(text).split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (fits(longer)) {
        line = longer;
        continue;
      }
      if (line !== '') lines.push(line);
      line = '';
      for (const part of word.match(PART_OF_A_WORD) ?? []) {
        if (line !== '' && !fits(line + part)) {
          lines.push(line);
          line = '';
        }
        line += part;
      }
    }
    return line === '' ? lines : [...lines, line];
  }

  /** What is complete since the last time. */
  read(): Uint8Array | null {
    return this.pdf.read() as Uint8Array | null;
  }

  end(): void {
    this.pdf.end();
  }
}

export const GREY = '#6b7280';

/** Nothing is lost: a character that the font does not have, or that is not visible, is written as its code, such as [U+4E2D]. */
export const written = (text: string): string =>
  [...text.normalize('NFC').replace(/\s+/gu, ' ').trim()].map(shown).join('');

function shown(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (glyphs.has(code) && !/\p{C}/u.test(character)) return character;
  return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
}
