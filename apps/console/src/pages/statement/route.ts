import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../../shell/signed-in.js';

interface Asked {
  /** The currency of the wallet. */
  readonly ccy?: string;
  readonly from?: string;
  readonly to?: string;
}

const DAY = /^\d{4}-\d\d-\d\d$/;

export const statementsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/statements',
  validateSearch: ({ ccy, from, to }: Record<string, unknown>): Asked => ({
    ...(typeof ccy === 'string' && /^[A-Z]{3}$/.test(ccy) && { ccy }),
    ...(typeof from === 'string' && DAY.test(from) && { from }),
    ...(typeof to === 'string' && DAY.test(to) && { to }),
  }),
  component: lazyRouteComponent(() => import('./page.js'), 'Statements'),
});
