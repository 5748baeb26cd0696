import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../../shell/signed-in.js';
import { listSearch } from '../../ui/record-list.js';

const getParentRoute = () => signedInRoute;

export const requestLogRoute = createRoute({
  getParentRoute,
  path: '/request-log',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./page.js'), 'RequestLog'),
});

export const loggedRequestRoute = createRoute({
  getParentRoute,
  path: '/request-log/$id',
  component: lazyRouteComponent(() => import('./logged-request.js'), 'LoggedRequestPage'),
});
