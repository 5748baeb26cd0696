import { readFileSync, readdirSync } from 'node:fs';
import { type Asset, asset } from '../asset.js';
import { builtDocument, builtFolder } from '../api-document.js';
import type { Credentials } from '../reference/sample-request.js';
import type { MenuGroup } from './frame.js';

/** A page of the guide, rendered from Markdown by `npm run build`. */
export interface GuidePage {
  readonly path: string;
  readonly title: string;
  readonly html: string;
}

/** What the build makes for the documentation: pages, menu, files by name. */
export interface BuiltSite {
  readonly pages: readonly GuidePage[];
  readonly menu: readonly MenuGroup[];
  /** The credentials of a new sandbox. */
  readonly credentials: Credentials;
}

export const builtSite = (): BuiltSite => JSON.parse(builtDocument('site/pages.json')) as BuiltSite;

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  png: 'image/png',
};

/** The files that pages load, by name. */
export function siteAssets(): ReadonlyMap<string, Asset> {
  const folder = new URL('site/', builtFolder);
  const names = readdirSync(folder).filter((name) => name !== 'pages.json');
  return new Map(
    names.map((name) => [
      name,
      asset(TYPES[name.split('.').at(-1) ?? ''] ?? 'text/plain', readFileSync(new URL(name, folder))),
    ]),
  );
}
