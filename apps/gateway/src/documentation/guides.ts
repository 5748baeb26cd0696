import { readFileSync } from 'node:fs';
import { escapeHtml, page } from '@corridor/http';
import { Marked } from 'marked';
import { builtDocument } from './api-document.js';
import { type Asset, asset } from './asset.js';

const docs = new URL('../../../../docs/', import.meta.url);

/** The served documentation for clients, by its path under /docs. */
const GUIDES = {
  webhooks: () => readFileSync(new URL('webhooks.md', docs), 'utf8'),
  'webhook-events': () => builtDocument('webhook-events.md'),
};

/** The served paths of their links. */
const SERVED: Readonly<Record<string, string>> = {
  'webhooks.md': '/docs/webhooks',
  'webhook-events.md': '/docs/webhook-events',
  'asyncapi.json': '/asyncapi.json',
};

/** The guides as pages, rendered once. Their text comes from the repository and is trusted. */
export const guides = (): ReadonlyMap<string, Asset> =>
  new Map(
    Object.entries(GUIDES).map(([name, text]) => [
      name,
      asset('text/html; charset=utf-8', guidePage(text())),
    ]),
  );

function guidePage(text: string): string {
  const [, title = ''] = /^# (.+)$/m.exec(text) ?? [];
  return page(title, renderer.parse(text, { async: false }));
}

const renderer = new Marked({
  renderer: {
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>`;
    },
    codespan({ text }) {
      const isServed = Object.values(SERVED).includes(text);
      return isServed ? `<a href="${text}"><code>${text}</code></a>` : false;
    },
    html: () => '', // comments for maintainers
  },
  walkTokens(token) {
    if (token.type === 'link') token.href = SERVED[token.href as string] ?? (token.href as string);
  },
});

/** The anchor of a heading, as on GitHub. */
const anchorOf = (heading: string): string =>
  escapeHtml(
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
