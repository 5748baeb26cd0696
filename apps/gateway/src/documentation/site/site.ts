import type { Document, Surface } from '@corridor/http';
import type { Environment } from '@corridor/kernel';
import { type Asset, asset } from '../asset.js';
import { operationPage, pathOfOperation } from '../reference/operation-page.js';
import { INTRODUCTIONS, descriptionOf, referenceIndex } from '../reference/reference-index.js';
import { Reference } from '../reference/reference.js';
import { PLACEHOLDERS } from '../reference/sample-request.js';
import { type BuiltSite, builtSite } from './built-site.js';
import { type MenuGroup, framed } from './frame.js';

/** In examples; `site.mjs` puts the address of the page in its place. */
const API = 'http://127.0.0.1:8080';

const html = (text: string): Asset => asset('text/html; charset=utf-8', text);

/** The reference of the API, or that of the interface for staff. */
interface PublishedReference {
  readonly surface: Surface;
  /** Of its first page. */
  readonly path: string;
  readonly document: Document;
  readonly reference: Reference;
}

/** The pages of the documentation. Each is made when it is first asked for, and kept. */
export class Site {
  private readonly kept = new Map<string, Asset | null>();
  private readonly built: BuiltSite = builtSite();

  private readonly references: readonly PublishedReference[];

  /** @param documents those of the environment, with examples for one day */
  constructor(
    documents: Readonly<Record<Surface, Document>>,
    private readonly environment: Environment,
  ) {
    this.references = (['clients', 'staff'] as const).map((surface) => ({
      surface,
      path: surface === 'staff' ? '/operator/docs' : '/docs',
      document: documents[surface],
      reference: new Reference(documents[surface]),
    }));
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
    for (const one of this.references) {
      const { reference, surface, document } = one;
      const introduction = INTRODUCTIONS[surface];
      if (path === one.path) {
        const body = referenceIndex(reference, introduction, descriptionOf(document));
        return this.inReference(one, path, introduction.title, body);
      }
      const entry = reference.entries.get(path.slice(path.lastIndexOf('/') + 1));
      if (entry && path === pathOfOperation(entry))
        return this.inReference(one, path, entry.summary, operationPage(reference, entry, this.example));
    }
    const page = this.built.pages.find((one) => one.path === path);
    return page ? this.framed(path, page.title, page.html, this.built.menu) : null;
  }

  private get example() {
    const isSandbox = this.environment === 'SANDBOX';
    return { api: API, credentials: isSandbox ? this.built.credentials : PLACEHOLDERS };
  }

  private inReference(
    { reference, surface }: PublishedReference,
    path: string,
    title: string,
    body: string,
  ): Asset {
    const menu = reference.groups.map(({ name, entries }) => ({
      title: name,
      items: entries.map((entry) => ({
        path: pathOfOperation(entry),
        label: entry.summary,
        method: entry.method,
      })),
    }));
    return this.framed(path, title, body, menu, surface);
  }

  private framed(
    path: string,
    title: string,
    body: string,
    menu: readonly MenuGroup[],
    surface: Surface = 'clients',
  ): Asset {
    return html(framed({ title, path, body, menu, environment: this.environment, surface }));
  }
}
