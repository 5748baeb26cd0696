import { swiftText } from '@corridor/iso20022';

export const LINE_LENGTH = 35;

/**
 * At most the given number of lines of 35 characters, broken between words if possible; excess text is cut off. No line
 * begins like a tag or the end of the block.
 */
export function swiftLines(text: string, maxLines: number): string[] {
  const lines: string[] = [];
  for (let rest = swiftText(text); rest !== '' && lines.length < maxLines;) {
    const end = lineEnd(rest);
    lines.push(rest.slice(0, end).trimEnd().replace(/^[:-]/, '.'));
    rest = rest.slice(end).trimStart();
  }
  return lines;
}

function lineEnd(text: string): number {
  if (text.length <= LINE_LENGTH) return text.length;
  const space = text.lastIndexOf(' ', LINE_LENGTH);
  return space > 0 ? space : LINE_LENGTH;
}
