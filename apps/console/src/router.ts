import { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { mayWorkLater } from './api/problem.js';
import { apiKeyRoutes } from './pages/api-keys/routes.js';
import { approvalsRoute } from './pages/approvals/route.js';
import { balancesRoute } from './pages/balances/route.js';
import { beneficiariesRoute } from './pages/beneficiaries.js';
import { beneficiaryRoute } from './pages/beneficiary.js';
import { convertAndPayRoute } from './pages/convert-and-pay/route.js';
import { conversionRoute } from './pages/conversion.js';
import { conversionsRoute } from './pages/conversions.js';
import { homeRoute } from './pages/home.js';
import { inboundFundsListRoute } from './pages/inbound-funds-list.js';
import { inboundFundsRoute } from './pages/inbound-funds.js';
import { instructionRoute } from './pages/instruction.js';
import { instructionsRoute } from './pages/instructions.js';
import { newBeneficiaryRoute } from './pages/new-beneficiary/route.js';
import { paymentRoute } from './pages/payment.js';
import { paymentsRoute } from './pages/payments.js';
import { signInRoute } from './pages/sign-in.js';
import { loggedRequestRoute, requestLogRoute } from './pages/request-log/route.js';
import { storyRoute } from './pages/story/route.js';
import { versionsRoute } from './pages/versions/route.js';
import { statementsRoute } from './pages/statement/route.js';
import { teamRoute } from './pages/team/route.js';
import { transactionsRoute } from './pages/transactions.js';
import { walletRoute } from './pages/wallet.js';
import { walletsRoute } from './pages/wallets.js';
import { webhookRoutes } from './pages/webhooks/routes.js';
import { rootRoute } from './shell/root.js';
import { signedInRoute } from './shell/signed-in.js';

const MOST_RETRIES = 2;
/** What was read is shown at once when a page is opened again, and read again after this time. */
const STALE_MS = 2_000;

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: STALE_MS,
      retry: (count, error) => count < MOST_RETRIES && mayWorkLater(error),
    },
  },
});

/** All pages. A new one is a file in `pages` with its route, and an entry here; `shell/places.ts` has those of the navigation. */
const pages = rootRoute.addChildren([
  signInRoute,
  signedInRoute.addChildren([
    homeRoute,
    walletsRoute,
    walletRoute,
    balancesRoute,
    instructionsRoute,
    instructionRoute,
    paymentsRoute,
    paymentRoute,
    conversionsRoute,
    conversionRoute,
    inboundFundsListRoute,
    inboundFundsRoute,
    transactionsRoute,
    statementsRoute,
    beneficiariesRoute,
    newBeneficiaryRoute,
    beneficiaryRoute,
    convertAndPayRoute,
    storyRoute,
    versionsRoute,
    approvalsRoute,
    teamRoute,
    ...apiKeyRoutes,
    requestLogRoute,
    loggedRequestRoute,
    ...webhookRoutes,
  ]),
]);

export const router = createRouter({
  routeTree: pages,
  basepath: '/console',
  context: { queries },
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
