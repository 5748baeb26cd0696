import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../../shell/signed-in.js';

export const versionsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/versions/$id',
  /** `version`: the one that is shown, the last one without it. */
  validateSearch: ({ version }: Record<string, unknown>): { readonly version?: number } =>
    Number.isSafeInteger(Number(version)) && Number(version) > 0 ? { version: Number(version) } : {},
  component: lazyRouteComponent(() => import('./page.js'), 'Versions'),
});
