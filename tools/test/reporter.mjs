/** A reporter of Jest that tells the test command what runs: a line of JSON for each start and each end. */
import { relative } from 'node:path';
import { root } from '../workspace.mjs';

/** Begins such a line. */
export const MARK = '::jest ';

/**
 * @typedef {object} Report
 * @property {string} file relative to the root
 * @property {string} [test] that begins now
 * @property {{ passed: number, failed: number }} [ended] the file did, with this many tests
 */

/** @typedef {import('@jest/reporters').Reporter} Reporter @implements {Pick<Reporter, 'onTestFileStart'>} */
export default class TellsWhatRuns {
  /** @type {NonNullable<Reporter['onTestFileStart']>} */
  onTestFileStart({ path }) {
    tell({ file: path });
  }

  /** @type {NonNullable<Reporter['onTestCaseStart']>} */
  onTestCaseStart({ path }, { fullName }) {
    tell({ file: path, test: fullName });
  }

  /** @type {NonNullable<Reporter['onTestFileResult']>} */
  onTestFileResult({ path }, { numPassingTests, numFailingTests, testExecError }) {
    const failed = numFailingTests + (testExecError ? 1 : 0);
    tell({ file: path, ended: { passed: numPassingTests, failed } });
  }
}

/** In ASCII: readers of lines take U+2028 for the end of one. @param {Report} report */
function tell(report) {
  const json = JSON.stringify({ ...report, file: relative(root, report.file) });
  const ascii = json.replace(/[^ -~]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
  process.stdout.write(`${MARK}${ascii}\n`);
}
