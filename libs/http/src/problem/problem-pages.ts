import type { ProblemCode } from '@corridor/kernel';
import { problems } from '@corridor/services';
import type { FastifyInstance } from 'fastify';
import { redirectTrailingSlash, sendPage, wantsHtml } from '../html-response.js';
import { problemExamples } from '../documentation/problem-examples.js';
import { escapeHtml, page, prose } from '../page.js';
import { problemPath } from './problem.js';

/** `GET /problems` and `/problems/<code>`: the pages to which the `type` of a problem document points. */
export function servePages(fastify: FastifyInstance): void {
  fastify.get('/problems', (request, reply) =>
    wantsHtml(request, reply)
      ? sendPage(reply, listPage())
      : reply.send({ data: Object.keys(problems).map((code) => record(code as ProblemCode)) }),
  );
  redirectTrailingSlash(fastify, '/problems');
  for (const code of Object.keys(problems) as ProblemCode[]) {
    fastify.get(problemPath(code), (request, reply) =>
      wantsHtml(request, reply) ? sendPage(reply, problemPage(code)) : reply.send({ data: record(code) }),
    );
  }
}

const record = (code: ProblemCode) => ({ type: problemPath(code), code, ...problems[code] });

function problemPage(code: ProblemCode): string {
  const { status, title, meaning, fix } = problems[code];
  const example = JSON.stringify(problemExamples()[code]?.value, null, 2);
  return page(
    title,
    `<p class="status">${status}</p><h1>${escapeHtml(title)}</h1><p>${prose(meaning)}</p>
     <h2>What to do</h2><p>${prose(fix)}</p>
     <dl><dt>code</dt><dd><code>${code}</code></dd><dt>HTTP status</dt><dd>${status}</dd></dl>
     <h2>Example</h2><pre class="wrapped"><code>${escapeHtml(example)}</code></pre>
     <p><a href="/problems">All problems</a></p>`,
  );
}

function listPage(): string {
  const rows = (Object.keys(problems) as ProblemCode[]).map((code) => {
    const { status, meaning } = problems[code];
    return `<tr><td>${status}</td><td><a href="${problemPath(code)}"><code>${code}</code></a></td><td>${prose(meaning)}</td></tr>`;
  });
  return page(
    'Problems',
    `<h1>Problems</h1><p>All error codes of the API. Errors are <code>application/problem+json</code> (RFC 9457);
     <code>code</code> is stable, <code>type</code> is the path of this documentation.</p>
     <table class="list"><thead><tr><th>Status</th><th>Code</th><th>Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table>`,
  );
}
