import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../../shell/signed-in.js';
import { listSearch } from '../../ui/record-list.js';

export const teamRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/team',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./page.js'), 'Team'),
});
