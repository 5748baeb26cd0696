/**
 * Jest's order of spec files: on a fresh clone that of their sizes, except that those come first which start compositions
 * and kill their processes. They take minutes and mostly wait, and are small, because they import what they do.
 */
import { createRequire } from 'node:module';

/** @type {typeof import('@jest/test-sequencer')} */
const { default: TestSequencer } = createRequire(import.meta.url)('@jest/test-sequencer');

const TAKES_LONGEST = /\/(chaos|faults)\.spec\.ts$/;

export default class LongestFirst extends TestSequencer {
  /** @override @param {Parameters<InstanceType<typeof TestSequencer>['sort']>[0]} tests */
  async sort(tests) {
    const sorted = await super.sort(tests);
    const isFirst = (/** @type {{ path: string }} */ { path }) => TAKES_LONGEST.test(path);
    return [...sorted.filter(isFirst), ...sorted.filter((test) => !isFirst(test))];
  }
}
