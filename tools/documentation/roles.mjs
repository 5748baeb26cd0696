/** The table of roles and permissions of docs/staff.md, from the gateway's contract. */

const BEGIN = '<!-- roles: written by `npm run openapi` -->\n';
const END = '<!-- end of roles -->';

/**
 * @param {string} page
 * @param {{ roles: Record<string, readonly string[]>, staffPermissions: Record<string, string> }} contract
 */
export function withRoles(page, { roles, staffPermissions }) {
  const names = Object.keys(roles);
  const row = (/** @type {string[]} */ cells) => `| ${cells.join(' | ')} |`;
  const lines = [
    row(['permission', 'allows', ...names]),
    row(['---', '---', ...names.map(() => ':-:')]),
    ...Object.entries(staffPermissions).map(([permission, meaning]) =>
      row([
        `\`${permission}\``,
        meaning.replace(/\.$/, ''),
        ...names.map((name) => (roles[name]?.includes(permission) ? '✓' : '')),
      ]),
    ),
  ];
  return (
    page.slice(0, page.indexOf(BEGIN) + BEGIN.length) +
    `\n${lines.join('\n')}\n\n` +
    page.slice(page.indexOf(END))
  );
}
