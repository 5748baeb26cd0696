import { type Surface, escapeHtml } from '@corridor/http';
import type { Environment } from '@corridor/kernel';

export interface MenuItem {
  readonly path: string;
  readonly label: string;
  /** Of an operation. */
  readonly method?: string;
}

export interface MenuGroup {
  readonly title: string;
  readonly items: readonly MenuItem[];
}

export interface Framed {
  readonly title: string;
  /** Of this page, which the menu marks. */
  readonly path: string;
  /** Trusted HTML. */
  readonly body: string;
  readonly menu: readonly MenuGroup[];
  readonly environment: Environment;
  /** Whose reference the header links. */
  readonly surface: Surface;
}

/** The pages load styles, scripts and images of this origin only, and send requests only to it. */
export const SITE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const REFERENCE: Readonly<Record<Surface, string>> = {
  clients: '<a href="/docs">API reference</a>',
  staff: '<a href="/operator/docs">For staff</a>',
};

/** A page of the documentation: header with search, menu, content. It can be read without JavaScript. */
export const framed = ({ title, path, body, menu, environment, surface }: Framed): string => `<!doctype html>
<html lang="en" data-environment="${environment}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)} · Corridor</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/assets/site.css">
<script type="module" src="/docs/assets/site.mjs"></script>
</head>
<body class="site">
<a class="skip" href="#content">Skip to the content</a>
<header><a href="/">Corridor</a><nav aria-label="Documentation">${REFERENCE[surface]}<a href="/docs/guide">Guide</a><a href="/problems">Problems</a><a class="to-menu" href="#menu">Menu</a></nav>
<div id="search" role="search" hidden><input type="search" aria-label="Search the documentation" placeholder="Search (press /)" autocomplete="off"><div role="status"></div><ul hidden></ul></div></header>
<div class="columns">
<main id="content">${body}</main>
<nav id="menu" aria-label="Pages">${menu.map((group) => menuGroup(group, path)).join('')}</nav>
</div>
</body>
</html>
`;

function menuGroup({ title, items }: MenuGroup, current: string): string {
  const isOpen = items.some(({ path }) => path === current);
  const links = items.map(({ path, label, method }) => {
    const here = path === current ? ' aria-current="page"' : '';
    const badge = method ? `<span class="method ${method}">${method}</span> ` : '';
    return `<li><a href="${path}"${here}>${badge}${escapeHtml(label)}</a></li>`;
  });
  return `<details${isOpen ? ' open' : ''}><summary>${escapeHtml(title)}</summary><ul>${links.join('')}</ul></details>`;
}
