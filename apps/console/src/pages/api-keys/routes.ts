import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../../shell/signed-in.js';
import type * as pages from './pages.js';

const getParentRoute = () => signedInRoute;
const page = (name: keyof typeof pages) => lazyRouteComponent(() => import('./pages.js'), name);

const keysRoute = createRoute({ getParentRoute, path: '/api-keys', component: page('ApiKeys') });

const newKeyRoute = createRoute({
  getParentRoute,
  path: '/api-keys/new',
  /** `replaces`: the id of the key whose place the new one takes. */
  validateSearch: ({ replaces }: Record<string, unknown>): { readonly replaces?: string } =>
    typeof replaces === 'string' && /^ak_\w+$/.test(replaces) ? { replaces } : {},
  component: page('NewApiKey'),
});

export const apiKeyRoutes = [keysRoute, newKeyRoute] as const;
