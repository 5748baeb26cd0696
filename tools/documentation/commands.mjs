/** The table of commands of docs/cli.md, from the operator's OpenAPI document. */

const BEGIN = '<!-- commands: written by `npm run openapi` -->\n';
const END = '<!-- end of commands -->';

/** @param {string} page @param {string} table */
export const withCommands = (page, table) =>
  `${page.slice(0, page.indexOf(BEGIN) + BEGIN.length)}\n${table}\n\n${page.slice(page.indexOf(END))}`;
