import { committedDocument } from '@corridor/testing/openapi';
import { dealt } from '../support/dealt.js';
import { leaves } from '../support/fields.js';
import * as hostile from './corpus/index.js';
import { mutations } from '../support/routes.js';
import { Target, noEffect } from '../support/target.js';
import { type Attempt, type ReplyCheck, admitted, refused } from '../support/reply-checks.js';

/**
 * Hostile bodies, headers, paths and queries, against every route that changes data: each is refused without revealing
 * internals, and nothing has changed afterwards.
 */
it('the corpus has at least 80 of each', () => {
  const ofHeaders = [
    hostile.idleHeaders,
    hostile.smuggledHeaders,
    hostile.otherContentTypes,
    hostile.brokenKeys,
    hostile.brokenCredentials('X-API-KEY: x'),
  ];
  const ofQueries = [hostile.brokenQueries, hostile.oddQueries, hostile.brokenSearches];
  const sizes = {
    bodies: new Set(hostile.bodies.map(String)).size,
    headers: new Set(ofHeaders.flat().map(String)).size,
    paths: new Set([...hostile.respelled('/v1/wallets'), ...hostile.ids]).size,
    queries: new Set(ofQueries.flat()).size,
  };
  for (const [kind, size] of Object.entries(sizes)) expect([kind, size >= 80]).toEqual([kind, true]);
});

it('covers every operation that changes data', () => {
  const { paths } = committedDocument();
  const documented = Object.entries(paths)
    .filter(([path]) => !path.endsWith('/search'))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
    .filter((operation) => !operation.startsWith('GET '))
    .map((operation) => operation.replace(/\{\w+\}/g, ':id'));
  expect(mutations.map(({ method, route }) => `${method} ${route}`).sort()).toEqual(documented.sort());
});

/** All mutations concurrently, each with its own client, so that limits do not add up. */
describe('every mutation', () => {
  let targets: Target[];
  beforeAll(async () => {
    targets = await Promise.all(mutations.map(Target.of));
  });

  const everywhere = async (attempts: (target: Target) => readonly Attempt[]): Promise<void> => {
    const issues = await Promise.all(
      targets.map(async (target, n) => noEffect(target.world, dealt(attempts(target), n))),
    );
    expect(issues.flat()).toEqual([]);
  };

  it('rejects invalid bodies', () =>
    everywhere((target) =>
      hostile.bodies.map((body) =>
        target.attempt(body.toString(), { body }, refused(body.length > 100_000 ? 413 : 400)),
      ),
    ));

  it('rejects invalid values, and names every field', () =>
    everywhere((target) => {
      const { relative = [], zero = [] } = target.mutation;
      const fields = leaves(target.body ?? {}).filter((path) => !relative.includes(path));
      const among = (paths: readonly string[], json: string) =>
        Number(json) === 0 ? paths.filter((path) => !zero.includes(path)) : paths;
      return hostile.values.flatMap((json) =>
        [fields, ...relative.map((path) => [path])]
          .map((paths) => among(paths, json))
          .flatMap((paths) => target.withFields(paths, json)),
      );
    }));

  it('rejects text in restricted fields, and names every field', () =>
    everywhere((target) => {
      const { relative = [], texts = [], opaque = [] } = target.mutation;
      const fields = leaves(target.body ?? {}).filter(
        (path) => ![...relative, ...texts, ...opaque].includes(path),
      );
      return hostile.texts.flatMap((text) =>
        [fields, ...relative.map((path) => [path])].flatMap((paths) =>
          target.withFields(paths, JSON.stringify(text)),
        ),
      );
    }));

  it('rejects invalid amounts', () =>
    everywhere((target) =>
      target.body && 'amount' in target.body
        ? hostile.amounts.flatMap((json) => target.withFields(['amount'], json))
        : [],
    ));

  it('finds nothing under a hostile id', () =>
    everywhere((target) =>
      target.mutation.id
        ? hostile.ids.map((id) =>
            target.attempt(
              id,
              { target: target.mutation.route.replace(':id', () => id) },
              refused(400, 401, 404, 405),
            ),
          )
        : [],
    ));

  it('refuses other methods', () =>
    everywhere((target) =>
      hostile.otherMethods.map((method) =>
        target.attempt(method, { method }, (reply) =>
          method === 'CONNECT' && reply.status === 0 ? null : refused(400, 404, 405)(reply),
        ),
      ),
    ));

  it('rejects other content types and invalid headers', () =>
    everywhere((target) => [
      ...hostile.otherContentTypes.map((type) =>
        target.attempt(
          type,
          { headers: target.headers({ type: [`Content-Type: ${type}`] }), body: '{}' },
          refused(400, 415),
        ),
      ),
      ...hostile.smuggledHeaders.map((more) =>
        target.attempt(
          more.join(),
          { headers: [...target.headers(), ...more], body: '5\r\n{"a":\r\n0\r\n\r\n' },
          refused(400),
        ),
      ),
    ]));

  it('rejects invalid credentials and invalid idempotency keys', () =>
    everywhere((target) =>
      target.mutation.by === 'nobody'
        ? []
        : [
            ...hostile
              .brokenCredentials(target.credential[0] ?? '')
              .map((credential) =>
                target.attempt(credential.join(), { headers: target.headers({ credential }) }, refused(401)),
              ),
            ...hostile.brokenKeys.map((key) =>
              target.attempt(key.join(), { headers: target.headers({ key }) }, refused(400)),
            ),
          ],
    ));

  /** Executed requests: with the same key they have the same response, without another effect. */
  let responses: Map<Target, { readonly headers: readonly string[]; readonly text: string }>;
  beforeAll(async () => {
    responses = new Map();
    for (const [n, { mutation }] of targets.entries()) {
      if (mutation.by === 'nobody') continue;
      if (mutation.isBrief) targets[n] = await Target.of(mutation);
      const target = targets[n]!;
      const headers = target.headers();
      await admitted(target.request({ headers })); // a new API key shows its secret this time only
      const { status, text } = await admitted(target.request({ headers }));
      expect([target.path, [200, 202].includes(status)]).toEqual([target.path, true]);
      responses.set(target, { headers, text });
    }
  });
  const again = (
    of: (target: Target, headers: readonly string[], isSame: ReplyCheck) => readonly Attempt[],
  ) =>
    everywhere((target) => {
      const response = responses.get(target);
      if (!response) return [];
      const isSame: ReplyCheck = ({ status, text }) =>
        text === response.text ? null : `status ${status}: ${text}`;
      return of(target, response.headers, isSame);
    });

  it('ignores unknown headers: the same request has the same response', () =>
    again((target, headers, isSame) =>
      hostile.idleHeaders.map((header) => target.attempt(header, { headers: [...headers, header] }, isSame)),
    ));

  it('accepts no query: it is rejected, or the same request has the same response', () =>
    again((target, headers, isSame) =>
      [
        ...hostile.brokenQueries,
        ...hostile.oddQueries,
        ...hostile.brokenSearches.map((q) => `q=${encodeURIComponent(q)}`),
      ].map((query) =>
        target.attempt(
          query,
          { headers, target: `${target.path}?${query}` },
          (reply) => isSame(reply) && refused(400, 404, 431)(reply),
        ),
      ),
    ));

  it('has one path: other spellings are unknown, or the same request has the same response', () =>
    again((target, headers, isSame) =>
      hostile
        .respelled(target.path)
        .map((path) =>
          target.attempt(
            path,
            { headers, target: path },
            (reply) => isSame(reply) && refused(400, 401, 404, 405, 422)(reply),
          ),
        ),
    ));
});
