/** The pages of the guide: which file of the repository each shows, and where it is in the menu. */

/** @typedef {{ path: string, file: string, title?: string }} Page with a title where that of the file is no good label */
/** @typedef {{ title: string, pages: Page[] }} Group */

const guide = '/docs/guide';

/** @param {string[]} records the files of docs/adr @returns {Group[]} */
export const groups = (records) => [
  {
    title: 'Use the API',
    pages: [
      { path: guide, file: 'README.md', title: 'Overview and first tour' },
      { path: `${guide}/sdk`, file: 'libs/sdk/README.md' },
      { path: `${guide}/command-line`, file: 'docs/command-line.md' },
      { path: `${guide}/search`, file: 'docs/search.md' },
      { path: '/docs/webhooks', file: 'docs/webhooks.md' },
      { path: `${guide}/events`, file: 'docs/events.md' },
      { path: '/docs/webhook-events', file: 'dist/docs/webhook-events.md' },
      { path: `${guide}/test-clock`, file: 'docs/test-clock.md' },
      { path: `${guide}/faq`, file: 'docs/faq.md' },
      { path: `${guide}/glossary`, file: 'docs/glossary.md' },
    ],
  },
  {
    title: 'Run it',
    pages: [
      { path: `${guide}/settings`, file: 'docs/settings.md' },
      { path: `${guide}/production`, file: 'docs/production.md' },
      { path: `${guide}/production-tour`, file: 'docs/production-tour.md' },
      { path: `${guide}/deployment`, file: 'deploy/README.md' },
      { path: `${guide}/staff`, file: 'docs/staff.md' },
      { path: `${guide}/dealing`, file: 'docs/dealing.md' },
      { path: `${guide}/bank`, file: 'docs/bank.md' },
      { path: `${guide}/write-a-rail`, file: 'docs/write-a-rail.md' },
      { path: `${guide}/books`, file: 'docs/books.md' },
      { path: `${guide}/cli`, file: 'docs/cli.md' },
      { path: `${guide}/operations`, file: 'docs/operations.md' },
      { path: `${guide}/upgrade`, file: 'docs/upgrade.md' },
      { path: `${guide}/backup`, file: 'docs/backup.md' },
    ],
  },
  {
    title: 'Judge it',
    pages: [
      { path: `${guide}/comparison`, file: 'docs/comparison.md' },
      { path: `${guide}/performance`, file: 'docs/performance.md' },
      { path: `${guide}/reliability`, file: 'docs/reliability.md' },
      { path: `${guide}/security`, file: 'SECURITY.md', title: 'Security' },
      { path: `${guide}/changelog`, file: 'CHANGELOG.md' },
    ],
  },
  {
    title: 'Work on it',
    pages: [
      { path: `${guide}/architecture`, file: 'docs/architecture.md' },
      { path: `${guide}/contributing`, file: 'CONTRIBUTING.md' },
      { path: `${guide}/nest`, file: 'docs/nest.md' },
    ],
  },
  {
    title: 'Decisions',
    pages: records.map((name) => ({
      path: `${guide}/adr/${name.replace('.md', '')}`,
      file: `docs/adr/${name}`,
    })),
  },
];

/** What a link to another file of the repository means on the site. @type {Readonly<Record<string, string>>} */
export const served = {
  'docs/openapi.json': '/openapi.json',
  'dist/docs/openapi.json': '/openapi.json',
  'dist/docs/asyncapi.json': '/asyncapi.json',
  'docs/asyncapi.json': '/asyncapi.json',
  'docs/adr': `${guide}/architecture#decisions`,
  deploy: `${guide}/deployment`,
};
