/**
 * The cells of a table in text, columns separated by spaces: the first row names what each column does, the first
 * column where each row begins.
 * @returns row, column and cell, ready for `it.each`
 */
export function cellsOf(table: string): (readonly [row: string, column: string, cell: string])[] {
  const [header = [], ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  return rows.flatMap(([from = '', ...row]) =>
    row.map((cell, i) => [from, header[i + 1] ?? '', cell] as const),
  );
}
