/**
 * Builds the documentation site: the pages of the guide, the search index, and the files that pages load. The gateway
 * puts the pages into their frame and adds those of the API reference.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import MiniSearch from 'minisearch';
import { groups, served } from './pages.mjs';
import { render } from './render.mjs';
import { INDEX_OPTIONS } from './browser/index-options.mjs';

/** @typedef {import('./render.mjs').Rendered & { path: string, label: string }} GuidePage */
/** @typedef {Record<string, any>} Json */

/**
 * @param {Json} document OpenAPI
 * @param {{ credentials: object }} demo
 * @param {string} style of all pages
 * @returns {Record<string, string | Buffer>} files by name
 */
export function siteFiles(document, { credentials }, style) {
  const records = readdirSync('docs/adr').sort();
  const menu = groups(records);
  const all = menu.flatMap(({ pages }) => pages);
  const addressOf = (/** @type {string} */ file) =>
    all.find((page) => page.file === file)?.path ?? served[file];
  const pages = all.map((page) => {
    const rendered = render(readFileSync(page.file, 'utf8'), page.file, addressOf);
    return { ...rendered, path: page.path, label: page.title ?? rendered.title };
  });
  const label = (/** @type {string} */ path) => pages.find((page) => page.path === path)?.label ?? path;
  const built = {
    pages: pages.map(({ path, label: title, html }) => ({
      path,
      title,
      html: withDecisions(path, html, pages),
    })),
    menu: menu.map(({ title, pages: items }) => ({
      title,
      items: items.map(({ path }) => ({ path, label: label(path) })),
    })),
    credentials,
  };
  return {
    'pages.json': JSON.stringify(built),
    'search.json': JSON.stringify(searchIndex(pages, document)),
    'site.css': `${style}\n${own('site.css')}`,
    'site.mjs': own('site.mjs'),
    'index-options.mjs': own('index-options.mjs'),
    'minisearch.mjs': withoutSourceMap(readFileSync(new URL(import.meta.resolve('minisearch')), 'utf8')),
    ...Object.fromEntries(
      readdirSync('docs')
        .filter((name) => /\.(svg|png)$/.test(name))
        .map((name) => [name, readFileSync(join('docs', name))]),
    ),
  };
}

/** @param {string} name of a file that browsers get */
const own = (name) => readFileSync(join(import.meta.dirname, 'browser', name), 'utf8');

/** @param {string} script */
const withoutSourceMap = (script) => script.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n');

/** The page about the architecture ends with the list of decisions. @param {string} path @param {string} html @param {GuidePage[]} pages */
function withDecisions(path, html, pages) {
  if (!path.endsWith('/architecture')) return html;
  const records = pages.filter((page) => page.path.includes('/adr/'));
  return `${html}<ol>${records.map((one) => `<li><a href="${one.path}">${one.title}</a></li>`).join('')}</ol>`;
}

/** @param {GuidePage[]} pages @param {Json} document */
function searchIndex(pages, document) {
  const index = new MiniSearch(INDEX_OPTIONS);
  const sections = pages.flatMap(({ path, label, sections: parts }) =>
    parts.map(({ anchor, title, text }, i) => ({
      id: i === 0 ? path : `${path}#${anchor}`,
      title: i === 0 ? label : title,
      place: i === 0 ? '' : label,
      text,
    })),
  );
  const operations = Object.entries(document['paths']).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: `${path.startsWith('/operator/') ? '/operator' : ''}/docs/operations/${operation.operationId}`,
      title: operation.summary,
      place: `${method.toUpperCase()} ${path}`,
      text: `${operation.operationId} ${operation.description ?? ''}`,
      ...(operation['x-non-production'] && { sandbox: true }),
    })),
  );
  const problems = Object.entries(document['components'].examples).map(([code, { value }]) => ({
    id: `/problems/${code}`,
    title: value.title,
    place: code,
    text: value.detail,
  }));
  index.addAll([...operations, ...problems, ...sections]);
  return index;
}
