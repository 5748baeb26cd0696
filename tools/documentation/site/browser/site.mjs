// @ts-nocheck: it runs in browsers, whose types are not loaded in this workspace.
/** The script of the documentation's pages: search, the address in examples, the form that sends a request. */

const MOST_RESULTS = 12;
/** In the reference for staff, tokens and what the search prefers are those of staff. */
const IS_FOR_STAFF = location.pathname.startsWith('/operator/');
const TOKEN = IS_FOR_STAFF ? 'corridor-staff-token' : 'corridor-access-token';

for (const code of document.querySelectorAll('pre code'))
  code.textContent = code.textContent.replaceAll('http://127.0.0.1:8080', location.origin);

const search = document.querySelector('#search');
if (search) offerSearch(search);
for (const form of document.querySelectorAll('form.try-it')) offerSending(form);

/** The index is loaded when the field gets the focus for the first time. */
function offerSearch(place) {
  const [field, status, list] = place.children;
  place.hidden = false;
  let index;
  const load = () => (index ??= loadIndex());
  const show = async () => {
    const text = field.value;
    const found = text.trim() === '' ? [] : results(await load(), text);
    if (text !== field.value) return; // the user has gone on
    const said = text.trim() === '' ? '' : `${found.length || 'No'} results`;
    list.replaceChildren(...(found.length === 0 ? [line(said)] : found.map(item)));
    list.hidden = said === '';
    status.textContent = said;
  };
  field.addEventListener('focus', load);
  field.addEventListener('input', show);
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') list.querySelector('a')?.click();
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === '/' && !event.target.closest('input, textarea')) {
      event.preventDefault();
      field.focus();
    }
    if (event.key === 'Escape') {
      field.value = '';
      void show();
    }
  });
}

async function loadIndex() {
  const [{ default: MiniSearch }, { INDEX_OPTIONS }, response] = await Promise.all([
    import('/docs/assets/minisearch.mjs'),
    import('/docs/assets/index-options.mjs'),
    fetch('/docs/assets/search.json'),
  ]);
  return MiniSearch.loadJSON(await response.text(), INDEX_OPTIONS);
}

function results(index, text) {
  const isHere = ({ sandbox }) => !sandbox || document.documentElement.dataset.environment === 'SANDBOX';
  const boostDocument = (id) => (id.startsWith('/operator/') === IS_FOR_STAFF ? 2 : 1);
  return index.search(text, { boostDocument }).filter(isHere).slice(0, MOST_RESULTS);
}

function item({ id, title, place }) {
  const [link, where] = ['a', 'small'].map((name) => document.createElement(name));
  link.href = id;
  where.textContent = place;
  link.append(title, where);
  return line(link);
}

function line(content) {
  const entry = document.createElement('li');
  entry.append(content);
  return entry;
}

function offerSending(form) {
  const token = form.querySelector('[data-header=Authorization]');
  if (token) token.value = sessionStorage.getItem(TOKEN) ?? '';
  const [output] = form.getElementsByTagName('output');
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    output.textContent = 'Sending …';
    const start = performance.now();
    try {
      const response = await fetch(...requestOf(form));
      const text = await response.text();
      output.replaceChildren(...outcome(response, text, performance.now() - start));
    } catch (error) {
      output.textContent = String(error);
    }
  });
}

function requestOf(form) {
  const fields = (kind) =>
    [...form.querySelectorAll(`[data-${kind}]`)].map((one) => [one.dataset[kind], one.value]);
  const path = fields('path').reduce(
    (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(value)),
    form.dataset.path,
  );
  const query = new URLSearchParams(fields('query').filter(([, value]) => value !== '')).toString();
  const headers = Object.fromEntries(
    fields('header').map(([name, value]) => [name, name === 'Authorization' ? `Bearer ${value}` : value]),
  );
  const body = form.querySelector('[data-body]')?.value;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if ('command' in form.dataset) headers['X-IDEMPOTENCY-KEY'] = randomKey();
  return [query ? `${path}?${query}` : path, { method: form.dataset.method, headers, body }];
}

/** `crypto.randomUUID` exists only where the page was loaded over https or from this machine. */
const randomKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

function outcome(response, text, tookMs) {
  const [status, pre] = ['p', 'pre'].map((name) => document.createElement(name));
  status.textContent = `${response.status} after ${Math.round(tookMs)} ms`;
  pre.tabIndex = 0;
  pre.textContent = indented(text);
  return [status, pre];
}

function indented(text) {
  try {
    const value = JSON.parse(text);
    if (value.data?.accessToken) sessionStorage.setItem(TOKEN, value.data.accessToken);
    return JSON.stringify(value, null, 2);
  } catch {
    return text; // a proxy's page
  }
}
