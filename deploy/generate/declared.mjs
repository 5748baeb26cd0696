/** The settings that namespaces declare, as the generated files list them. */

/** @typedef {import('@corridor/platform').Setting} Setting */

/** Each once, also where several services read it. @param {readonly import('@corridor/platform').Settings[]} settings */
export const declaredIn = (settings) => {
  const byName = new Map(settings.flatMap(({ declared }) => declared.map((one) => [one.name, one])));
  return [...byName.values()];
};

/** As a sentence of plain text. @param {Setting} setting */
export const sentence = ({ description }) => {
  const text = description.replaceAll('`', '');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
};
