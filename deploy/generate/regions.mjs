/** Generated regions of committed files; the rest of each file is written by hand. */

/**
 * Puts text between the two lines that name a region: `begin <name>: …` and `end <name>`.
 * @param {string} file @param {string} name @param {string} content without a line break at its end
 */
export function withRegion(file, name, content) {
  const lines = file.split('\n');
  const begin = lines.findIndex((line) => line.includes(`begin ${name}:`));
  const end = lines.findIndex((line) => line.includes(`end ${name}`));
  if (begin < 0 || end < begin) throw new Error(`there is no region ${name}`);
  return [...lines.slice(0, begin + 1), content, ...lines.slice(end)].join('\n');
}

/**
 * A Markdown table as Prettier aligns it.
 * @param {string[][]} rows the first is the head
 */
export function table(rows) {
  const [head = []] = rows;
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0), 3));
  const line = (/** @type {string[]} */ row) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [line(head), rule, ...rows.slice(1).map(line)].join('\n');
}
