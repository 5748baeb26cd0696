import type { ProblemExample } from '@corridor/contracts';
import type { ProblemCode } from '@corridor/kernel';
import { type ServiceName, prefixes, problems, routes } from '@corridor/services';
import { problemPath } from '../problem/problem.js';

/** An example document for each code. */
export const problemExamples = () =>
  Object.fromEntries(
    (Object.keys(problems) as ProblemCode[]).map((code) => {
      const { status, title, meaning, example } = problems[code];
      const { instance: pattern, detail = meaning, ...more }: ProblemExample = example;
      const instance = pattern.replace('{id}', idOf(serviceOf(pattern)));
      const requestId = '5d7ea1f0-3c86-4d0b-9c55-6c2f0d1f8f4e';
      const affected = code === 'idempotency_key_expired' && { resourceId: idOf(serviceOf(pattern)) };
      const value = {
        ...{ type: problemPath(code), title, status, detail, instance, code, requestId },
        ...more,
        ...affected,
      };
      return [code, { summary: title, value }];
    }),
  );

/** The service of the longest route that a path begins with. */
const serviceOf = (path: string): ServiceName | undefined =>
  Object.entries(routes)
    .filter(([route]) => path.startsWith(route))
    .sort(([a], [b]) => b.length - a.length)[0]?.[1];

const idOf = (service: ServiceName | undefined): string =>
  `${Object.entries(prefixes).find(([, owner]) => owner === service)?.[0] ?? ''}_01KDVDNA00C4S4H25DC29Q19RT`;
