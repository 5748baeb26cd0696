/**
 * Lints texts as if they were in the given files, for tools/lint.spec.ts (Jest cannot load ESLint's configuration
 * itself). Standard input: [{ file, text, needsTypes }]; standard output: the violated rules of each. A text that does not
 * need types is linted without the rules that do, which is many times faster.
 */
import { text } from 'node:stream/consumers';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';

const planted = JSON.parse(await text(process.stdin));
const typed = new ESLint();
const untyped = new ESLint({ overrideConfig: [tseslint.configs.disableTypeChecked] });
const broken = [];
for (const { file, text: code, needsTypes } of planted) {
  const [result] = await (needsTypes ? typed : untyped).lintText(code, { filePath: file });
  broken.push((result?.messages ?? []).map(({ ruleId, message }) => ruleId ?? message));
}
process.stdout.write(JSON.stringify(broken));
