/** The results of `npm run bench`, as a table and as a plot. */

/** @typedef {import('./harness.mjs').Result} Result */

const COLUMNS = [
  'work',
  'per s',
  'p50 ms',
  'p99 ms',
  'statements',
  'commits',
  'beside',
  'per s',
  'ratio',
  'goal',
];

/** @param {Result[]} results @returns {string} in Markdown */
export function tableOf(results) {
  const rows = results.flatMap(rowsOf);
  const widths = COLUMNS.map((title, n) =>
    Math.max(title.length, ...rows.map((row) => (row[n] ?? '').length)),
  );
  const line = (/** @type {string[]} */ cells) =>
    `| ${cells.map((cell, n) => (isText(n) ? cell.padEnd(widths[n] ?? 0) : cell.padStart(widths[n] ?? 0))).join(' | ')} |`;
  const rule = widths.map((width, n) => (isText(n) ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(COLUMNS), line(rule), ...rows.map(line)].join('\n');
}

const isText = (/** @type {number} */ column) => COLUMNS[column] === 'work' || COLUMNS[column] === 'beside';

/** @param {Result} result */
function rowsOf({ name, rate, p50, p99, statements, commits, yardsticks, goals }) {
  const own = [name, digits(rate), digits(p50), digits(p99), digits(statements), digits(commits)];
  const latency = Object.entries(goals).map(([what, most]) => `${what} ≤ ${most} ms`);
  const [first = ['', '', '', latency.join(', ')], ...more] = yardsticks.map((one) => [
    one.name,
    digits(one.rate),
    one.ratio.toFixed(2),
    one.goal === null ? '' : `≥ ${one.goal}`,
  ]);
  return [[...own, ...first], ...more.map((cells) => ['', '', '', '', '', '', ...cells])];
}

/** @param {number | null} value */
const digits = (value) => (value === null ? '' : value < 10 ? value.toFixed(1) : value.toFixed(0));

const [WIDTH, LEFT, ROW] = [800, 370, 26];

/** Each ratio as a bar, with its goal as a line, on a logarithmic scale. @param {Result[]} results @returns {string} SVG */
export function plotOf(results) {
  const bars = results.flatMap(({ name, yardsticks }) =>
    yardsticks.map((one) => ({ label: `${name} / ${one.name}`, ...one })),
  );
  const highest = Math.max(10, ...bars.map(({ ratio, goal }) => Math.max(ratio, goal ?? 0)));
  const x = (/** @type {number} */ ratio) =>
    LEFT + ((WIDTH - LEFT - 60) * Math.log10(Math.max(ratio, 0.01) / 0.01)) / Math.log10(highest / 0.01);
  const rows = bars.flatMap(({ label, ratio, goal }, n) => {
    const y = 10 + n * ROW;
    const colour = goal === null ? '#999' : ratio >= goal ? '#2a7' : '#d80';
    const end = x(Math.max(ratio, goal ?? 0));
    return [
      `<text x="${LEFT - 8}" y="${y + 13}" text-anchor="end">${escaped(label)}</text>`,
      `<rect x="${LEFT}" y="${y}" width="${(x(ratio) - LEFT).toFixed(1)}" height="18" fill="${colour}"/>`,
      `<text x="${(end + 6).toFixed(1)}" y="${y + 13}">${ratio.toFixed(2)}</text>`,
      ...(goal === null ? [] : [`<path d="M${x(goal).toFixed(1)} ${y - 2}v22" stroke="#000"/>`]),
    ];
  });
  const height = 20 + bars.length * ROW;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" font-family="sans-serif" font-size="12">
<rect width="100%" height="100%" fill="#fff"/>
${rows.join('\n')}
</svg>
`;
}

/** @param {string} text */
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
