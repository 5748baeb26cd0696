import { Link } from '@tanstack/react-router';
import { useTexts } from '../../texts/texts.js';

const TABS = [
  ['/webhooks', 'endpoints'],
  ['/webhooks/notifications', 'notifications'],
  ['/webhooks/events', 'events'],
  ['/webhooks/signature', 'signature'],
] as const;

/** The pages of webhooks, beside each other. */
export function Tabs() {
  const { tabs } = useTexts().webhooks;
  return (
    <nav className="tabs" aria-label={tabs.label}>
      {TABS.map(([to, name]) => (
        <Link key={to} to={to} activeOptions={{ exact: true, includeSearch: false }}>
          {tabs[name]}
        </Link>
      ))}
    </nav>
  );
}
