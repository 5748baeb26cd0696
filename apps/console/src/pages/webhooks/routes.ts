import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../../shell/signed-in.js';
import type * as pages from './pages.js';
import { listSearch } from '../../ui/record-list.js';

const getParentRoute = () => signedInRoute;

/** The pages of webhooks are in a file of their own, which is loaded when one of them is opened. */
const page = (name: keyof typeof pages) => lazyRouteComponent(() => import('./pages.js'), name);

export const endpointsRoute = createRoute({
  getParentRoute,
  path: '/webhooks',
  component: page('Endpoints'),
});

export const newEndpointRoute = createRoute({
  getParentRoute,
  path: '/webhooks/new',
  component: page('NewEndpoint'),
});

export const notificationsRoute = createRoute({
  getParentRoute,
  path: '/webhooks/notifications',
  validateSearch: listSearch,
  component: page('Notifications'),
});

export const notificationRoute = createRoute({
  getParentRoute,
  path: '/webhooks/notifications/$id',
  component: page('NotificationPage'),
});

export const eventsRoute = createRoute({
  getParentRoute,
  path: '/webhooks/events',
  /** `type`: the event that is shown. */
  validateSearch: ({ type }: Record<string, unknown>): { readonly type?: string } =>
    typeof type === 'string' ? { type } : {},
  component: page('Events'),
});

export const signatureRoute = createRoute({
  getParentRoute,
  path: '/webhooks/signature',
  component: page('Playground'),
});

export const endpointRoute = createRoute({
  getParentRoute,
  path: '/webhooks/$id',
  validateSearch: listSearch,
  component: page('EndpointPage'),
});

export const webhookRoutes = [
  endpointsRoute,
  newEndpointRoute,
  notificationsRoute,
  notificationRoute,
  eventsRoute,
  signatureRoute,
  endpointRoute,
] as const;
