/**
 * Jest's runtime, which loads packages from node_modules by Node itself: once for all specs of a worker, and ES modules
 * as they are. The sources of this workspace are loaded anew for each spec file, as ever.
 */
import { createRequire, isBuiltin } from 'node:module';

/** @type {typeof import('jest-runtime')} */
const { default: JestRuntime } = createRequire(import.meta.url)('jest-runtime');

class Runtime extends JestRuntime {
  /** @override @param {string} from @param {string} name */
  requireModuleOrMock(from, name) {
    const isOurs = /^[./]|^@corridor\/|^@jest\/globals$/.test(name);
    return isOurs || isBuiltin(name) ? super.requireModuleOrMock(from, name) : createRequire(from)(name);
  }
}
export { Runtime as 'module.exports' };
