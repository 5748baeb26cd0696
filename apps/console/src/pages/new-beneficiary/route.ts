import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../../shell/signed-in.js';

export const newBeneficiaryRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/beneficiaries/new',
  component: lazyRouteComponent(() => import('./page.js'), 'NewBeneficiary'),
});
