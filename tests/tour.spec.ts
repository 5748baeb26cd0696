import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseTour } from '@corridor/tools/tour/parse.mjs';
import { issueOf, takeTour } from '@corridor/tools/tour/take.mjs';
import { PromisedResponses, committedDocument } from '@corridor/testing/openapi';
import { Api } from './support/api.js';
import { operator, url } from './support/system.js';

const docs = join(__dirname, '..', 'docs');
const read = (name: string) => readFileSync(join(docs, name), 'utf8');

/** docs/tour.http, executed against a running system. */
it('gets the expected response to every request, and covers every operation of the document', async () => {
  const document = committedDocument();
  const promised = new PromisedResponses(document, { isCounted: true });
  const traveller = new Api(url, {});
  const issues: (string | null)[] = [];
  const visited = new Set<string | undefined>();
  const tour = takeTour(
    parseTour(read('tour.http')),
    ({ method, path, headers, body }) => traveller.send(method, path, body, { key: null, headers }),
    { staffKey: operator.credential['x-api-key'] ?? '' },
  );
  try {
    for await (const stop of tour) {
      issues.push(issueOf(stop));
      if (stop.reply.status < 300) visited.add(promised.operationOf(stop.request)?.operationId);
    }
  } catch (error) {
    // A later request needs what an earlier one did not return: that one is the reason.
    throw new Error(issues.filter((issue) => issue !== null).join('\n'), { cause: error });
  }
  const operations = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  expect(issues.filter((issue) => issue !== null)).toEqual([]);
  expect(operations.filter((operationId) => !visited.has(operationId))).toEqual([]);
});
