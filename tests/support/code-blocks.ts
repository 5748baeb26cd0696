import { readFileSync } from 'node:fs';

/**
 * The block of code of a page that contains a text, without the indentation of a list.
 * @throws Error if there is none
 */
export function codeBlock(file: string, language: string, containing: string): string {
  const fences = new RegExp(`^ *\`\`\`${language}\\n([^]*?)^ *\`\`\`$`, 'gm');
  const found = [...readFileSync(file, 'utf8').matchAll(fences)]
    .map(([, text = '']) => text.replaceAll(/^ +/gm, ''))
    .find((text) => text.includes(containing));
  if (found === undefined) throw new Error(`${file} has no ${language} with ${containing}`);
  return found;
}
