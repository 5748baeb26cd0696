import { type Json, escapeHtml } from '@corridor/http';
import type { ProblemCode } from '@corridor/kernel';
import { problems } from '@corridor/services';
import { described, paragraphs } from './described.js';
import type { Entry, Reference } from './reference.js';
import {
  type Credentials,
  type NamedExample,
  type Parameter,
  examplesOf,
  parametersOf,
  sampleRequest,
} from './sample-request.js';
import { schemaView, typeOf } from './schema-view.js';
import { snippetsOf } from './snippets.js';
import { tryItForm } from './try-it-form.js';

/** Where a client reaches the API and with what, in the examples. */
export interface Example {
  /** `http://127.0.0.1:8080` */
  readonly api: string;
  readonly credentials: Credentials;
}

const isForStaff = (path: string): boolean => path.startsWith('/operator/');

export const pathOfOperation = ({ id, path }: Pick<Entry, 'id' | 'path'>): string =>
  `${isForStaff(path) ? '/operator' : ''}/docs/operations/${id}`;

/** The content of the page of an operation. */
export function operationPage(reference: Reference, entry: Entry, { api, credentials }: Example): string {
  const { operation } = entry;
  const parameters = parametersOf(reference, entry);
  const body = operation.requestBody?.content['application/json']?.schema;
  const sample = sampleRequest(reference, entry, credentials);
  return [
    `<h1>${escapeHtml(entry.summary)}</h1>`,
    `<p class="endpoint"><span class="method ${entry.method}">${entry.method}</span> <code>${escapeHtml(entry.path)}</code></p>`,
    paragraphs(operation.description ?? ''),
    facts(entry),
    aliases(entry),
    section('Example', snippets(snippetsOf(sample, api)) + more(examplesOf(operation.requestBody?.content))),
    section('Try it', tryItForm(entry, parameters, sample)),
    parameters.length > 0 ? section('Parameters', parameterList(reference, parameters)) : '',
    body ? section('Body', schemaView(reference, body)) : '',
    response(reference, operation.responses['200'] as Json | undefined),
    section('Problems', problemList(entry)),
  ].join('');
}

const section = (title: string, content: string): string =>
  `<h2 id="${title.toLowerCase().replaceAll(' ', '-')}">${title}</h2>${content}`;

function facts({ path, operation }: Entry): string {
  const permission = operation['x-required-permission'];
  const all = [
    permission ? `Needs the permission <code>${escapeHtml(String(permission as string))}</code>.` : '',
    operation['x-non-production'] === true ? 'Only outside of production.' : '',
    operation['x-extension'] === true && !isForStaff(path) ? 'An addition to the published contract.' : '',
  ].filter(Boolean);
  return all.length > 0 ? `<p class="facts">${all.join(' ')}</p>` : '';
}

const aliases = ({ aliases: all }: Entry): string =>
  all.length === 0
    ? ''
    : `<details><summary>Equivalent operations</summary><ul>${all.map(linkTo).join('')}</ul></details>`;

const linkTo = (entry: Entry): string =>
  `<li><a href="${pathOfOperation(entry)}"><code>${entry.method} ${escapeHtml(entry.path)}</code></a> ${escapeHtml(entry.summary)}</li>`;

const pre = (text: string): string => `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>`;

/** One of them is open at a time. */
const snippets = (all: readonly { language: string; code: string }[]): string =>
  all
    .map(
      ({ language, code }, i) =>
        `<details class="snippet" name="snippet"${i === 0 ? ' open' : ''}><summary>${language}</summary>${pre(code)}</details>`,
    )
    .join('');

const more = ([, ...others]: readonly NamedExample[]): string =>
  others
    .map(
      ({ name, value }) =>
        `<details><summary>Body: ${escapeHtml(name)}</summary>${pre(JSON.stringify(value, null, 2))}</details>`,
    )
    .join('');

const parameterList = (reference: Reference, parameters: readonly Parameter[]): string =>
  `<ul class="fields">${parameters
    .map(
      (one) =>
        `<li><code>${escapeHtml(one.name)}</code> <small>${escapeHtml(typeOf(reference, one.schema))}, in the ${one.in}</small>${one.required ? ' <b>required</b>' : ''}${one.description ? `<p>${described(one.description)}</p>` : ''}</li>`,
    )
    .join('')}</ul>`;

function response(reference: Reference, success: Json | undefined): string {
  const content = success?.['content'] as Record<string, { schema: Json }> | undefined;
  const schema = content?.['application/json']?.schema;
  if (!schema) return '';
  const [first] = examplesOf(content);
  const shown = first
    ? `<details open><summary>Example</summary>${pre(JSON.stringify(first.value, null, 2))}</details>`
    : '';
  return section(
    'Response',
    `${shown}<details><summary>Fields</summary>${schemaView(reference, schema)}</details>`,
  );
}

/** The codes of an operation are in the names of its responses. */
const problemList = ({ operation }: Entry): string => {
  const codes = Object.values(operation.responses).flatMap((one) =>
    '$ref' in one ? ((one.$ref.split('/').at(-1) ?? '').split('.') as ProblemCode[]) : [],
  );
  const items = codes.map(
    (code) =>
      `<li>${problems[code].status} <a href="/problems/${code}"><code>${code}</code></a> ${escapeHtml(problems[code].title)}</li>`,
  );
  return `<ul class="problems">${items.join('')}</ul>`;
};
