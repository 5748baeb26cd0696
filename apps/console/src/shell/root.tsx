import type { QueryClient } from '@tanstack/react-query';
import { Link, Outlet, createRootRouteWithContext } from '@tanstack/react-router';
import { Page } from '../ui/page.js';
import { useTexts } from '../texts/texts.js';

export const rootRoute = createRootRouteWithContext<{ readonly queries: QueryClient }>()({
  component: Outlet,
  notFoundComponent: () => (
    <main id="content" className="alone">
      <NoPage />
    </main>
  ),
});

export function NoPage() {
  const { problem } = useTexts();
  return (
    <Page title={problem.noPage}>
      <p>{problem.noPageDetail}</p>
      <p>
        <Link to="/">{problem.toHome}</Link>
      </p>
    </Page>
  );
}
