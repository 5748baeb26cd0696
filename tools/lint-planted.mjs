/**
 * Lints texts as if they were in the given files, for tools/lint.spec.ts (Jest cannot load ESLint's configuration
 * itself). Standard input: [{ file, text }]; standard output: the violated rules of each.
 */
import { text } from 'node:stream/consumers';
import { ESLint } from 'eslint';

const planted = JSON.parse(await text(process.stdin));
const eslint = new ESLint();
const broken = [];
for (const { file, text: code } of planted) {
  const [result] = await eslint.lintText(code, { filePath: file });
  broken.push((result?.messages ?? []).map(({ ruleId, message }) => ruleId ?? message));
}
process.stdout.write(JSON.stringify(broken));
