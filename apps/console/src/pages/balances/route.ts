import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../../shell/signed-in.js';

export const RANGES = [30, 90, 365] as const;

interface Shown {
  /** The currency of a wallet; all of them in the base currency unless given. */
  readonly ccy?: string;
  readonly days?: number;
}

export const balancesRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/balance-history',
  validateSearch: ({ ccy, days }: Record<string, unknown>): Shown => ({
    ...(typeof ccy === 'string' && /^[A-Z]{3}$/.test(ccy) && { ccy }),
    ...(RANGES.some((one) => one === days) && { days: Number(days) }),
  }),
  component: lazyRouteComponent(() => import('./page.js'), 'Balances'),
});
