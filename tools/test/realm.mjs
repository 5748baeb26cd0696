/** What a spec file can change of the process that the next file of its worker would see. */

/** Jest's own, new for each file. */
const OF_JEST = /^(console|expect|jest|f?it|x?test|xit|[fx]?describe|(before|after)(All|Each))$/;

/** Of packages, which are loaded once for all files of a worker: the helpers of tslib, and registries of decorators. */
const OF_PACKAGES =
  /^(__[a-z]\w+|typeormMetadataArgsStorage|classValidatorMetadataStorage|SwaggerGlobal(Parameters|Responses)Storage)$/i;

const BUILTINS = ['Array', 'Boolean', 'Buffer', 'Date', 'Error', 'Function', 'Map', 'Number', 'Object']
  .concat(['Promise', 'RegExp', 'Set', 'String', 'URL'])
  .map((name) => /** @type {[string, any]} */ ([name, Reflect.get(globalThis, name)]));

export class Realm {
  #variables = { ...process.env };
  #folder = process.cwd();
  #before = parts();

  /** Restores the working directory and the environment variables. */
  restore() {
    process.chdir(this.#folder);
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, this.#variables);
  }

  /** Globals that are new or have another value, such as fake timers, and changed prototypes. @returns {string[]} */
  changes() {
    const now = parts();
    return [...new Set([...this.#before.keys(), ...now.keys()])].filter(
      (name) => !Object.is(this.#before.get(name), now.get(name)),
    );
  }
}

/** @returns {Map<string, unknown>} */
function parts() {
  /** @type {[string, unknown][]} */
  const globals = Object.getOwnPropertyNames(globalThis)
    .filter((name) => !OF_JEST.test(name) && !OF_PACKAGES.test(name))
    .map((name) => [name, Reflect.get(globalThis, name)]); // Node creates some of them when they are read
  const inside = /** @type {[string, object][]} */ ([
    ['Date', Date],
    ['JSON', JSON],
    ['Math', Math],
    ['performance', performance],
  ])
    .concat(BUILTINS.map(([name, { prototype }]) => [`${name}.prototype`, prototype]))
    .flatMap(([owner, object]) =>
      Reflect.ownKeys(object).map((key) => {
        const { value, get } = Reflect.getOwnPropertyDescriptor(object, key) ?? {};
        return /** @type {[string, unknown]} */ ([`${owner}.${String(key)}`, value ?? get]);
      }),
    );
  return new Map([...globals, ...inside]);
}
