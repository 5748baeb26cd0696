const GAP = '  ';
const WIDTH = 100;

/** Two columns, the second one in lines that fit. */
export function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.min(36, Math.max(...rows.map(([name]) => name.length)));
  const indent = GAP + ' '.repeat(width) + GAP;
  return rows
    .map(([name, text]) => {
      const lines = wrapped(text, WIDTH - indent.length).split('\n');
      const first = name.length > width ? `${GAP}${name}\n${indent}` : `${GAP}${name.padEnd(width)}${GAP}`;
      return `${(first + lines.join(`\n${indent}`)).trimEnd()}\n`;
    })
    .join('');
}

/** Words in lines of at most this many characters. */
export function wrapped(text: string, width = WIDTH): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (line && line.length + 1 + word.length > width) {
      lines.push(line);
      line = '';
    }
    line = line ? `${line} ${word}` : word;
  }
  return [...lines, line].join('\n');
}
