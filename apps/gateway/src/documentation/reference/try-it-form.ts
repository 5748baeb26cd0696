import { escapeHtml } from '@corridor/http';
import type { Entry } from './reference.js';
import { type Parameter, type SampleRequest, type Scheme, schemeOf } from './sample-request.js';

const CREDENTIALS: Readonly<Record<Scheme, { label: string; header: string }>> = {
  apiKey: { label: 'API key', header: 'X-API-KEY' },
  staffKey: { label: 'API key of staff', header: 'X-API-KEY' },
  bearer: { label: 'Access token', header: 'Authorization' },
  staffBearer: { label: 'Access token of staff', header: 'Authorization' },
};

/**
 * A form that `site.mjs` sends: `data-…` says what each of its fields is. The idempotency key is new for each request,
 * and a token from `POST /v1/auth/token` is remembered until the tab is closed.
 */
export function tryItForm(entry: Entry, parameters: readonly Parameter[], sample: SampleRequest): string {
  const scheme = schemeOf(entry.operation.security ?? []);
  const needsKey = 'X-IDEMPOTENCY-KEY' in sample.headers;
  const fields = [
    scheme ? credential(scheme, sample) : '',
    ...parameters.filter(({ in: place }) => place !== 'header').map(field),
    sample.body === undefined
      ? ''
      : `<label>Body<textarea data-body rows="${Math.min(JSON.stringify(sample.body, null, 2).split('\n').length, 20)}" spellcheck="false">${escapeHtml(JSON.stringify(sample.body, null, 2))}</textarea></label>`,
  ];
  return `<noscript><p>This form needs JavaScript.</p></noscript>
<form class="try-it" data-method="${entry.method}" data-path="${escapeHtml(entry.path)}"${needsKey ? ' data-command' : ''}>${fields.join('')}
<button type="submit">Send</button><output></output></form>`;
}

function credential(scheme: Scheme, { headers }: SampleRequest): string {
  const { label, header } = CREDENTIALS[scheme];
  const value = header === 'Authorization' ? '' : (headers[header] ?? '');
  return `<label>${label}<input data-header="${header}" value="${escapeHtml(value)}" autocomplete="off" spellcheck="false"></label>`;
}

const field = ({ name, in: place, required, example }: Parameter): string =>
  `<label>${escapeHtml(name)}<input data-${place}="${escapeHtml(name)}" value="${escapeHtml(example)}"${required ? ' required' : ''} autocomplete="off" spellcheck="false"></label>`;
