import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Outlet, createRoute, redirect } from '@tanstack/react-router';
import { useEffect } from 'react';
import { keepUpToDate } from '../api/live.js';
import { identityQuery } from '../api/queries.js';
import { accessToken } from '../api/session.js';
import { useTexts } from '../texts/texts.js';
import { Failure, Loading } from '../ui/notice.js';
import { Navigation } from './navigation.js';
import { rootRoute } from './root.js';

/** The parent of all pages that need a session: it has the navigation around them. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: async ({ location }) => {
    const search = { to: location.href };
    if ((await accessToken()) === null) redirect({ to: '/sign-in', search, throw: true });
  },
  loader: ({ context }) => context.queries.ensureQueryData(identityQuery()),
  pendingComponent: Loading,
  errorComponent: ({ error, reset }) => (
    <main id="content" className="alone">
      <Failure error={error as Error} onRetry={reset} />
    </main>
  ),
  component: SignedIn,
});

export const useIdentity = () => useSuspenseQuery(identityQuery()).data;

function SignedIn() {
  const { nav } = useTexts();
  const queries = useQueryClient();
  useEffect(() => keepUpToDate(queries), [queries]);
  return (
    <div className="shell">
      <a className="skip" href="#content">
        {nav.skip}
      </a>
      <Navigation />
      <main id="content">
        <Outlet />
      </main>
    </div>
  );
}
