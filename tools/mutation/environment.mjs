import ThisRealm from '../test/environment.mjs';

/**
 * The environment of specs, in which one change after the other is active. Stryker sets the global of the changed code only
 * once in a process, because Jest's own environments have globals of their own for each file.
 */
export default class OneChange extends ThisRealm {
  /** @override */
  async setup() {
    await super.setup();
    Object.assign(globalThis, {
      __stryker__: { activeMutant: process.env['__STRYKER_ACTIVE_MUTANT__'] },
    });
  }

  /** @override */
  async teardown() {
    Reflect.deleteProperty(globalThis, '__stryker__');
    await super.teardown();
  }
}
