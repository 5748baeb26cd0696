/**
 * What an operator can set in a manifest. The chart reads it from its values; the Kustomize base has what the default values
 * give. Both are written from the same manifests, so they cannot differ in anything else.
 */

/** @typedef {Record<string, any>} Values of values.yaml */

export class Expression {
  /**
   * @param {string} template of Helm, without braces
   * @param {(values: Values) => unknown} of the same in Kustomize
   * @param {boolean} isOptional whether the key is left out where there is nothing
   */
  constructor(template, of, isOptional = false) {
    this.template = template;
    this.of = of;
    this.isOptional = isOptional;
  }
}

/** @param {string} path in values.yaml: `services.inboundFunds.replicas` */
export const value = (path) => new Expression(`.Values.${path}`, (values) => at(values, path));

/** @param {Expression} expression */
export const optional = ({ template, of }) => new Expression(template, of, true);

/** What only the chart has. @param {string} template */
export const chartOnly = (template) => new Expression(template, () => undefined);

/** The text of a value as a part of a longer one. @param {string} path @param {string} before @param {string} after */
export const within = (before, path, after) =>
  new Expression(
    `printf "${before}%s${after}" .Values.${path}`,
    (values) => `${before}${at(values, path)}${after}`,
  );

/** @param {string} path @param {string} expected */
export const equals = (path, expected) =>
  new Expression(`eq .Values.${path} "${expected}"`, (values) => at(values, path) === expected);

/** All elements of lists. @param {Expression[]} lists */
export const joined = (...lists) =>
  new Expression(`concat ${lists.map(({ template }) => operand(template)).join(' ')}`, (values) =>
    lists.flatMap(({ of }) => /** @type {unknown[]} */ (of(values))),
  );

/** A list that is in the manifest itself. @param {readonly object[]} list */
export const listOf = (list) => new Expression(`fromJsonArray \`${JSON.stringify(list)}\``, () => list);

/** @param {string} template */
export const operand = (template) => (template.includes(' ') ? `(${template})` : template);

/** @param {Values} values @param {string} path @returns {any} */
const at = (values, path) => path.split('.').reduce((found, key) => found[key], values);

/** As `if` and `with` of Helm see it. @param {any} found */
export function isEmpty(found) {
  if (found === null || typeof found !== 'object') return !found;
  return Object.keys(found).length === 0;
}

/** The key of a service in values.yaml: `inboundFunds`. @param {string} service */
export const keyOf = (service) => service.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
