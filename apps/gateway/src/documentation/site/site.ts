import type { Document } from '@corridor/http';
import type { Environment } from '@corridor/kernel';
import { type Asset, asset } from '../asset.js';
import { operationPage, pathOfOperation } from '../reference/operation-page.js';
import { descriptionOf, referenceIndex } from '../reference/reference-index.js';
import { Reference } from '../reference/reference.js';
import { PLACEHOLDERS } from '../reference/sample-request.js';
import { type BuiltSite, builtSite } from './built-site.js';
import { type MenuGroup, framed } from './frame.js';

/** In examples; `site.mjs` puts the address of the page in its place. */
const API = 'http://127.0.0.1:8080';

const html = (text: string): Asset => asset('text/html; charset=utf-8', text);

/** The pages of the documentation. Each is made when it is first asked for, and kept. */
export class Site {
  private readonly kept = new Map<string, Asset | null>();
  private readonly reference: Reference;
  private readonly built: BuiltSite = builtSite();

  /** @param document that of the environment, with examples for one day */
  constructor(
    private readonly document: Document,
    private readonly environment: Environment,
  ) {
    this.reference = new Reference(document);
  }

  /** @param path as the site writes it, without a query; null if there is no such page */
  page(path: string): Asset | null {
    const known = this.kept.get(path);
    if (known !== undefined) return known;
    const made = this.made(path);
    if (made) this.kept.set(path, made); // the number of pages is fixed, that of wrong paths is not
    return made;
  }

  private made(path: string): Asset | null {
    if (path === '/docs')
      return this.inReference(
        path,
        'API reference',
        referenceIndex(this.reference, descriptionOf(this.document)),
      );
    const entry = this.reference.entries.get(path.slice(pathOfOperation('').length));
    if (entry && path === pathOfOperation(entry.id))
      return this.inReference(path, entry.summary, operationPage(this.reference, entry, this.example));
    const page = this.built.pages.find((one) => one.path === path);
    return page ? this.framed(path, page.title, page.html, this.built.menu) : null;
  }

  private get example() {
    const isSandbox = this.environment === 'SANDBOX';
    return { api: API, credentials: isSandbox ? this.built.credentials : PLACEHOLDERS };
  }

  private inReference(path: string, title: string, body: string): Asset {
    const menu = this.reference.groups.map(({ name, entries }) => ({
      title: name,
      items: entries.map(({ id, summary, method }) => ({
        path: pathOfOperation(id),
        label: summary,
        method,
      })),
    }));
    return this.framed(path, title, body, menu);
  }

  private framed(path: string, title: string, body: string, menu: readonly MenuGroup[]): Asset {
    return html(framed({ title, path, body, menu, environment: this.environment }));
  }
}
