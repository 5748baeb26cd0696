/**
 * `node tools/nx/typecheck.mjs libs/kernel [folders to leave out]`: reports the type errors in the files of one package, with
 * the settings of tsconfig.json.
 */
import ts from 'typescript';

const [folder = '', ...nested] = process.argv.slice(2);
const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: fail };
const config = ts.getParsedCommandLineOfConfigFile('tsconfig.json', {}, host);
if (!config) throw new Error('tsconfig.json cannot be read');

const isIn = (/** @type {string} */ file, /** @type {string} */ within) =>
  file.startsWith(`${process.cwd()}/${within}/`);
const own = config.fileNames.filter(
  (file) => isIn(file, folder) && !nested.some((inner) => isIn(file, inner)),
);
// The contracts declare the ids and refusals of which the kernel knows only that there are some.
const declarations = config.fileNames.filter((file) => file.endsWith('.d.ts') || isIn(file, 'libs/services'));
const program = ts.createProgram([...new Set([...own, ...declarations])], config.options);
const found = [
  ...program.getOptionsDiagnostics(),
  ...own.flatMap((file) => {
    const source = program.getSourceFile(file);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
  }),
];
if (found.length > 0) fail(...found);

/** @param {import('typescript').Diagnostic[]} diagnostics */
function fail(...diagnostics) {
  const format = {
    getCurrentDirectory: () => process.cwd(),
    getCanonicalFileName: (/** @type {string} */ name) => name,
    getNewLine: () => '\n',
  };
  console.error(ts.formatDiagnostics(diagnostics, format));
  process.exit(1);
}
