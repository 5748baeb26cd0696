import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

interface Read {
  readonly totalPages: number;
  readonly items: readonly (readonly { readonly str: string; readonly x: number; readonly y: number }[])[];
}

/** What a reader of PDF finds: the text, and the rows that begin with a day, without the separators of thousands. */
export function readPdf(bytes: Uint8Array) {
  const program = join(import.meta.dirname, 'read-pdf.fixture.ts');
  const output = execFileSync(process.execPath, [program], { input: bytes, maxBuffer: 2 ** 28 });
  const { totalPages: pages, items } = JSON.parse(output.toString()) as Read;
  const lines = new Map<string, { x: number; str: string }[]>();
  for (const [page, found] of items.entries())
    for (const { str, x, y } of found) {
      const at = `${page}/${Math.round(y)}`;
      lines.set(at, [...(lines.get(at) ?? []), { x, str }]);
    }
  const rows = [...lines.values()]
    .map((line) => line.filter(({ str }) => str.trim() !== '').sort((one, other) => one.x - other.x))
    .map((line) => line.map(({ str }) => (/^-?[\d,]+\.\d\d$/.test(str) ? str.replaceAll(',', '') : str)))
    .filter(([day]) => /^\d{4}-\d\d-\d\d$/.test(day ?? ''));
  const all = items.flat().map(({ str }) => str);
  return { pages, rows, text: all.join(' ') };
}
