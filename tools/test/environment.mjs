/**
 * Jest's environment for specs that run in the realm of the process, as the programs do, instead of a `vm` context for
 * each file: packages from node_modules can then be shared by the files of a worker (see `runtime.mjs`), and what Node
 * and they return is an `Error`, `Array` or `Date` of the same realm.
 */
import { LegacyFakeTimers, ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';
import { relative } from 'node:path';
import vm from 'node:vm';
import { Realm } from './realm.mjs';

const thisRealm = {};

/** Where `jest.setTimeout` of a spec file stores the limit, which is not that of the next file of this worker. */
const TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL');

/** Where Jest keeps what listens to the events of a spec file: it would hear those of all later files of this worker, and report them. */
const LISTENERS = Symbol.for('EVENT_HANDLERS');

/** Where what a spec file uses stores a function that is called after all else of the file. */
const AT_END_OF_FILE = Symbol.for('at the end of the spec file');

// A worker whose Jest was killed would go on with its spec, and what the spec has started with it.
process.once('disconnect', () => process.exit(1));

// Jest compiles each file for the context that `getVmContext` returns.
const { compileFunction } = vm;
vm.compileFunction = (code, parameters, options) =>
  compileFunction(code, parameters, {
    ...options,
    ...(options?.parsingContext === thisRealm && { parsingContext: undefined }),
  });

export default class ThisRealm {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  #realm = new Realm();
  #file;
  #hangs = false;

  /**
   * @param {import('@jest/environment').JestEnvironmentConfig} settings
   * @param {import('@jest/environment').EnvironmentContext} context
   */
  constructor({ projectConfig: config }, { testPath }) {
    this.#file = relative(config.rootDir, testPath);
    const { global, moduleMocker } = this;
    const timerConfig = { idToRef: Number, refToId: Number };
    this.fakeTimers = new LegacyFakeTimers({ config, global, moduleMocker, timerConfig });
    this.fakeTimersModern = new ModernFakeTimers({ config, global });
  }

  async setup() {}

  /**
   * A test that hangs leaves behind what the next tests of its file would wait for, each until its own limit: they are
   * skipped.
   * @param {import('@jest/types').Circus.Event} event
   */
  handleTestEvent(event) {
    const isFailure = event.name === 'test_fn_failure' || event.name === 'hook_failure';
    if (isFailure && /^Exceeded timeout /.test(String(event.error))) this.#hangs = true;
    if (event.name === 'test_start' && this.#hangs) event.test.mode = 'skip';
  }

  /** @throws Error if the spec file has left a change that would reach the next file of this worker */
  async teardown() {
    await Reflect.get(globalThis, AT_END_OF_FILE)?.();
    Reflect.deleteProperty(globalThis, AT_END_OF_FILE);
    const changes = this.#realm.changes();
    this.fakeTimers.dispose();
    this.fakeTimersModern.dispose();
    this.#realm.restore();
    Reflect.deleteProperty(globalThis, TIMEOUT);
    Reflect.deleteProperty(globalThis, LISTENERS);
    if (changes.length > 0)
      throw new Error(`${this.#file} has not restored these parts of the process: ${changes.join(', ')}`);
  }

  exportConditions = () => ['node', 'node-addons'];

  getVmContext = () => thisRealm;
}
