/** Generates the files in libs/sdk/src/generated from the OpenAPI document for clients: `npm run openapi` writes them. */
import { declarations, decimalsIn, typeOf } from './types.mjs';
import { operationsClass, sentIn } from './operations.mjs';

/** @typedef {import('./types.mjs').Schema} Schema */
/** @typedef {import('./operations.mjs').Operation} Operation */
/**
 * @typedef {object} Document
 * @property {Record<string, Record<string, Operation>>} paths
 * @property {Record<string, { post: Operation }>} webhooks
 * @property {{ schemas: Record<string, Schema> }} components
 */

export const FOLDER = 'libs/sdk/src/generated';
const HEAD = '/** Generated from docs/openapi.json by `npm run openapi`. */\n';

/** @param {Document} document @returns {Record<string, string>} files by name */
export function sdkFiles({ paths, webhooks, components: { schemas } }) {
  const routes = Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        operation,
      })),
    )
    .filter(({ operation }) => !isStream(operation));
  const sent = sentIn(routes, schemas);
  const received = Object.entries(schemas).flatMap(([name, schema]) => (sent.has(name) ? [] : [schema]));
  return {
    'schemas.ts': `${HEAD}import type { Decimal } from '../decimal.js';\n\n${declarations(schemas, sent)}\n${eventType(webhooks)}`,
    'operations.ts': `${HEAD}${importsOf(operationsClass(routes, schemas), schemas)}`,
    'decimals.ts': `${HEAD}/** The fields of responses and events that are decimals. */\nexport const RECEIVED_DECIMALS: readonly string[] = [${decimalsIn(
      received,
      schemas,
    )
      .map((name) => `'${name}'`)
      .join(', ')}];\n`,
  };
}

/** A stream is read by hand-written code: `events.stream`. @param {Operation} operation */
const isStream = ({ responses }) => 'text/event-stream' in (responses['200']?.content ?? {});

/** @param {Document['webhooks']} webhooks */
function eventType(webhooks) {
  const events = Object.values(webhooks).map(({ post }) => {
    const schema = post.requestBody?.content?.['application/json']?.schema ?? {};
    return `\n  | ${typeOf(schema, { number: 'Decimal', indent: '    ' })}`;
  });
  return `/** The body of a webhook, by \`eventType\`. */\nexport type WebhookEvent =${events.join('')};\n`;
}

/** @param {string} code @param {Record<string, Schema>} schemas */
function importsOf(code, schemas) {
  const used = Object.keys(schemas).filter((name) =>
    new RegExp(`(?<![\\w'/])${name}(?![\\w/])`).test(withoutComments(code)),
  );
  return (
    `import { Sending, type CallOptions, type CommandOptions, type SearchQuery, pathOf } from '../sending.js';\n` +
    `import type { Search } from '../search.js';\n` +
    `import type {\n${used.map((name) => `  ${name},\n`).join('')}} from './schemas.js';\n\n${code}`
  );
}

/** @param {string} code */
const withoutComments = (code) => code.replaceAll(/\/\*\*[^]*?\*\//g, '');
