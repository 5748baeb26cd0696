import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { searchQuery } from '../../api/queries.js';
import type { Endpoint } from '../../api/records.js';
import { useTexts } from '../../texts/texts.js';
import { Empty } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { type Column, RecordTable } from '../../ui/record-table.js';
import { Shown } from '../../ui/shown.js';
import { Moment, Status } from '../../ui/values.js';
import { statusOfEndpoint } from './delivery-status.js';
import { Tabs } from './tabs.js';

/** More than a client can have. */
const ALL = 200;

export function Endpoints() {
  const { webhooks } = useTexts();
  const columns = useColumns();
  const query = useQuery(searchQuery<Endpoint>('/v1/webhook-subscriptions', { limit: ALL }));
  return (
    <Page
      title={webhooks.title}
      beside={
        <Link to="/webhooks/new" className="button primary">
          {webhooks.add}
        </Link>
      }
    >
      <Tabs />
      <Shown query={query}>
        {({ data }) =>
          data.length > 0 ? (
            <RecordTable label={webhooks.tabs.endpoints} columns={columns} rows={data.toSorted(endedLast)} />
          ) : (
            <Empty title={webhooks.none} detail={webhooks.noneDetail} command="npm run webhooks:listen">
              <a href="/docs/webhooks">{webhooks.guide}</a>
            </Empty>
          )
        }
      </Shown>
    </Page>
  );
}

const endedLast = (a: Endpoint, b: Endpoint): number =>
  Number(a.unsubscribedOn !== null) - Number(b.unsubscribedOn !== null);

function useColumns(): readonly Column<Endpoint>[] {
  const { webhooks, field } = useTexts();
  return useMemo(
    () => [
      {
        place: 'main',
        header: webhooks.url,
        cell: ({ id, targetUrl }) => (
          <Link to="/webhooks/$id" params={{ id }}>
            {targetUrl}
          </Link>
        ),
      },
      {
        place: 'minor',
        header: webhooks.events,
        cell: ({ targetPlatform, events }) =>
          [targetPlatform, webhooks.eventCount(events.length)].filter(Boolean).join(' · '),
      },
      { place: 'status', header: field.status, cell: (one) => <Status of={statusOfEndpoint(one)} /> },
      {
        place: 'extra',
        header: field.created,
        cell: ({ auditHistory }) => <Moment of={auditHistory.created.on} />,
      },
    ],
    [webhooks, field],
  );
}
