import { readFileSync } from 'node:fs';
import { escapeHtml, page } from '@corridor/http';
import { Marked } from 'marked';
import { type Asset, asset } from './asset.js';

const docs = new URL('../../../../docs/', import.meta.url);

/** Of what is written for clients, what is served, by its place under /docs. */
const GUIDES = { webhooks: 'webhooks.md', 'webhook-events': 'webhook-events.md' };

/** Where what they link to is served. */
const SERVED: Readonly<Record<string, string>> = {
  'webhooks.md': '/docs/webhooks',
  'webhook-events.md': '/docs/webhook-events',
  'asyncapi.json': '/asyncapi.json',
};

/** The guides as pages, rendered once. Their text is ours: it is trusted. */
export const guides = (): ReadonlyMap<string, Asset> =>
  new Map(
    Object.entries(GUIDES).map(([name, file]) => [
      name,
      asset('text/html; charset=utf-8', guidePage(readFileSync(new URL(file, docs), 'utf8'))),
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
    html: () => '', // notes for those who keep the guide
  },
  walkTokens(token) {
    if (token.type === 'link') token.href = SERVED[token.href as string] ?? (token.href as string);
  },
});

/** As GitHub makes it from a heading. */
const anchorOf = (heading: string): string =>
  escapeHtml(
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
