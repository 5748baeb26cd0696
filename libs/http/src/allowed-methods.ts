import type { FastifyInstance } from 'fastify';

/** Records the methods of each path, so that another method gets 405 and not 404. */
export class AllowedMethods {
  private readonly routes: { readonly parts: readonly string[]; readonly methods: readonly string[] }[] = [];

  /** Must be called before the routes are registered. */
  watch(fastify: FastifyInstance): this {
    fastify.addHook('onRoute', ({ url, method }) => {
      this.routes.push({ parts: url.split('/'), methods: [method].flat() });
    });
    return this;
  }

  /** The methods of a path, in the form of an `Allow` header; empty for a path that does not exist. */
  of(path: string): string {
    const parts = path.split('/');
    const methods = this.routes
      .filter((route) => matches(route.parts, parts))
      .flatMap((route) => route.methods);
    return [...new Set(methods)].sort().join(', ');
  }
}

function matches(route: readonly string[], path: readonly string[]): boolean {
  const star = route.at(-1) === '*';
  if (star ? path.length < route.length : path.length !== route.length) return false;
  return route.every((part, i) => part === '*' || (part.startsWith(':') ? path[i] !== '' : part === path[i]));
}
