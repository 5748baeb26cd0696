import ThisRealm from '../test/environment.mjs';

/**
 * The environment of specs, in which one change after the other is active. The first failed test shows that a change is
 * noticed: the tests after it are skipped. A spec file leaves no trace of Stryker's global.
 */
export default class OneChange extends ThisRealm {
  #isNoticed = false;

  /** @override @param {import('@jest/types').Circus.Event} event */
  handleTestEvent(event) {
    super.handleTestEvent(event);
    if (event.name === 'test_done' && event.test.errors.length > 0) this.#isNoticed = true;
    if (event.name === 'test_start' && this.#isNoticed) event.test.mode = 'skip';
  }

  /** @override */
  async teardown() {
    Reflect.deleteProperty(globalThis, '__stryker__');
    await super.teardown();
  }
}
