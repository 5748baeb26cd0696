import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../../shell/signed-in.js';

export const approvalsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/approvals',
  component: lazyRouteComponent(() => import('./page.js'), 'Approvals'),
});
