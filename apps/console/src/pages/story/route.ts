import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../../shell/signed-in.js';

export const storyRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/story',
  /** `id`: of a record, a request or a trace. */
  validateSearch: ({ id }: Record<string, unknown>): { readonly id?: string } =>
    typeof id === 'string' && id !== '' ? { id } : {},
  component: lazyRouteComponent(() => import('./page.js'), 'Story'),
});
