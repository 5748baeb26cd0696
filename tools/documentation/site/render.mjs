/** Markdown of the repository as HTML of the site. Its text is trusted: it comes from the repository. */
import { posix } from 'node:path';
import { Marked } from 'marked';

/** @typedef {{ anchor: string, title: string, text: string }} Section */
/** @typedef {{ title: string, html: string, sections: Section[] }} Rendered */

/** The pages are served by a sandbox, perhaps at another address. */
const SANDBOX = 'http://127.0.0.1:8080';

/**
 * @param {string} text
 * @param {string} file where links begin
 * @param {(file: string) => string | undefined} addressOf a file of the repository, on the site
 * @returns {Rendered}
 */
export function render(text, file, addressOf) {
  /** @type {Section[]} */
  const sections = [];
  const anchors = new Map();
  const target = (/** @type {string} */ href) => {
    if (href.startsWith(SANDBOX)) return href.slice(SANDBOX.length);
    if (/^(https?:|#|\/)/.test(href)) return href;
    const [path = '', anchor] = href.split('#');
    const address = addressOf(posix.normalize(posix.join(posix.dirname(file), path)).replace(/\/$/, ''));
    return address && (anchor ? `${address.split('#')[0]}#${anchor}` : address);
  };
  const renderer = new Marked({
    renderer: {
      heading({ tokens, depth, text: title }) {
        const anchor = unique(anchors, anchorOf(title));
        sections.push({ anchor, title: plain(title), text: '' });
        return `<h${depth} id="${anchor}">${this.parser.parseInline(tokens)}</h${depth}>`;
      },
      link({ href, tokens }) {
        const address = target(href);
        const content = this.parser.parseInline(tokens).replace(SANDBOX, '');
        return address ? `<a href="${address}">${content}</a>` : content;
      },
      image({ href, text: alternative }) {
        return `<img src="/docs/assets/${posix.basename(href)}" alt="${alternative}">`;
      },
      code: ({ text: code }) => `<pre tabindex="0"><code>${escaped(code)}</code></pre>`,
      html: () => '', // comments for maintainers
    },
  });
  const html = renderer.parse(text, { async: false });
  const bodies = textOfSections(renderer, text);
  return {
    title: sections[0]?.title ?? file,
    html: html.replace(/<table>[^]*?<\/table>/g, (table) => `<div class="table" tabindex="0">${table}</div>`),
    sections: sections.map((section, i) => ({ ...section, text: bodies[i] ?? '' })),
  };
}

/** The words below each heading. @param {Marked} renderer @param {string} text */
function textOfSections(renderer, text) {
  /** @type {string[]} */
  const bodies = [];
  for (const token of renderer.lexer(text))
    if (token.type === 'heading') bodies.push('');
    else if (bodies.length > 0 && !['html', 'def'].includes(token.type))
      bodies[bodies.length - 1] += ` ${plain(token.raw)}`;
  return bodies;
}

/** @param {string} markdown */
const plain = (markdown) =>
  markdown
    .replace(/\](\([^)]*\)|\[[^\]]*\])/g, ' ')
    .replace(/[`*|[\]>#-]+|\b_|_\b/g, ' ') // not the underscore in a name
    .replace(/\s+/g, ' ')
    .trim();

/** As on GitHub. @param {string} heading */
const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/\]\([^)]*\)/g, '')
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

/** The second one of a page gets `-1`, as on GitHub. @param {Map<string, number>} taken @param {string} anchor */
function unique(taken, anchor) {
  const before = taken.get(anchor) ?? 0;
  taken.set(anchor, before + 1);
  return before === 0 ? anchor : `${anchor}-${before}`;
}

/** @param {string} text */
const escaped = (text) => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
