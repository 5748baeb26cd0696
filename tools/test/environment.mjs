/**
 * Jest's environment for specs that run in the realm of the process, as the programs do, instead of a `vm` context for
 * each file: packages from node_modules can then be shared by the files of a worker (see `runtime.mjs`), and what Node
 * and they return is an `Error`, `Array` or `Date` of the same realm.
 */
import { LegacyFakeTimers, ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';
import vm from 'node:vm';

const thisRealm = {};

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
  #variables = { ...process.env };

  /** @param {import('@jest/environment').JestEnvironmentConfig} settings */
  constructor({ projectConfig: config }) {
    const { global, moduleMocker } = this;
    const timerConfig = { idToRef: Number, refToId: Number };
    this.fakeTimers = new LegacyFakeTimers({ config, global, moduleMocker, timerConfig });
    this.fakeTimersModern = new ModernFakeTimers({ config, global });
  }

  async setup() {}

  async teardown() {
    this.fakeTimers.dispose();
    this.fakeTimersModern.dispose();
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, this.#variables);
  }

  exportConditions = () => ['node', 'node-addons'];

  getVmContext = () => thisRealm;
}
