import type { SampleRequest } from './sample-request.js';

/** A request as code that runs as it is. */
export interface Snippet {
  readonly language: string;
  readonly code: string;
}

const DEFAULT_KEY = 'X-IDEMPOTENCY-KEY';

/** @param api the address of the API: `http://127.0.0.1:8080` */
export const snippetsOf = (request: SampleRequest, api: string): Snippet[] => [
  { language: 'curl', code: curl(request, api) },
  { language: 'TypeScript', code: typescript(request, api) },
  { language: 'Python', code: python(request, api) },
];

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Headers without the idempotency key, of which each command needs a new one. */
const fixedHeaders = ({ headers }: SampleRequest) =>
  Object.entries(headers).filter(([name]) => name !== DEFAULT_KEY);

const isCommand = ({ headers }: SampleRequest): boolean => DEFAULT_KEY in headers;

function curl(request: SampleRequest, api: string): string {
  const { method, target, body } = request;
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(api + target)}`,
    ...fixedHeaders(request).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(isCommand(request) ? [`-H "${DEFAULT_KEY}: $(date +%s)-$RANDOM"`] : []),
    ...(body === undefined ? [] : [`-d ${quoted(JSON.stringify(body, null, 2))}`]),
  ].join(' \\\n  ');
}

function typescript(request: SampleRequest, api: string): string {
  const { method, target, body } = request;
  const headers = [
    ...fixedHeaders(request).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`),
    ...(isCommand(request) ? [`"${DEFAULT_KEY}": crypto.randomUUID()`] : []),
  ];
  const options = [
    `method: "${method}"`,
    `headers: {${headers.map((one) => `\n    ${one},`).join('')}\n  }`,
    ...(body === undefined
      ? []
      : [`body: JSON.stringify(${JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')})`]),
  ];
  return `const response = await fetch(${JSON.stringify(api + target)}, {
  ${options.join(',\n  ')},
});
const { data } = await response.json();
console.log(response.status, data);`;
}

function python(request: SampleRequest, api: string): string {
  const { method, target, body } = request;
  const headers = [
    ...fixedHeaders(request).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`),
    ...(isCommand(request) ? [`"${DEFAULT_KEY}": str(uuid.uuid4())`] : []),
  ];
  const data = body === undefined ? '' : '\n    data=json.dumps(body).encode(),';
  return `import json, urllib.request${isCommand(request) ? ', uuid' : ''}

${body === undefined ? '' : `body = ${pythonOf(body)}\n`}request = urllib.request.Request(
    ${JSON.stringify(api + target)},
    method="${method}",
    headers={${headers.map((one) => `\n        ${one},`).join('')}
    },${data}
)
with urllib.request.urlopen(request) as response:
    print(response.status, json.load(response)["data"])`;
}

/** JSON as a literal of Python. Numbers and texts are written the same in both. */
function pythonOf(value: unknown, indent = ''): string {
  const inner = `${indent}    `;
  if (Array.isArray(value))
    return value.length === 0 ? '[]' : `[${value.map((one) => pythonOf(one, indent)).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const lines = Object.entries(value).map(
      ([name, one]) => `${inner}${JSON.stringify(name)}: ${pythonOf(one, inner)},`,
    );
    return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`;
  }
  if (value === null) return 'None';
  return typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value);
}
