import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../../shell/signed-in.js';

interface Preset {
  /** The currency to sell. */
  readonly sell?: string;
  /** The id of the beneficiary. */
  readonly to?: string;
}

export const convertAndPayRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/convert-and-pay',
  validateSearch: ({ sell, to }: Record<string, unknown>): Preset => ({
    ...(typeof sell === 'string' && /^[A-Z]{3}$/.test(sell) && { sell }),
    ...(typeof to === 'string' && /^ben_\w+$/.test(to) && { to }),
  }),
  component: lazyRouteComponent(() => import('./page.js'), 'ConvertAndPay'),
});
