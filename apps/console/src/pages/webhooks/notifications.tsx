import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Notification } from '../../api/records.js';
import { useTexts } from '../../texts/texts.js';
import { commands } from '../../ui/commands.js';
import { Empty } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { RecordList } from '../../ui/record-list.js';
import type { Column } from '../../ui/record-table.js';
import { Moment, Status } from '../../ui/values.js';
import { isOpen, statusOf } from './delivery-status.js';
import { Tabs } from './tabs.js';

export function Notifications() {
  const { webhooks } = useTexts();
  return (
    <Page title={webhooks.notifications}>
      <Tabs />
      <NotificationList path="/v1/webhook-notifications" />
    </Page>
  );
}

/** @param path of the collection: of all endpoints, or of one */
export function NotificationList({ path }: { readonly path: string }) {
  const { webhooks } = useTexts();
  return (
    <RecordList
      label={webhooks.notifications}
      path={path}
      collection="webhook-notifications"
      columns={useNotificationColumns()}
      words={['lastError']}
      isOpen={isOpen}
      example='eventType == "payment.sent"'
      empty={
        <Empty
          title={webhooks.noNotifications}
          detail={webhooks.noNotificationsDetail}
          command={commands.credit}
        />
      }
    />
  );
}

function useNotificationColumns(): readonly Column<Notification>[] {
  const { webhooks, field } = useTexts();
  return useMemo(
    () => [
      {
        place: 'main',
        header: webhooks.event,
        cell: ({ id, eventType }) => (
          <Link to="/webhooks/notifications/$id" params={{ id }}>
            {eventType}
          </Link>
        ),
      },
      {
        place: 'minor',
        header: webhooks.about,
        cell: ({ relatedEntityId, lastError, sentOn }) => (sentOn === null && lastError) || relatedEntityId,
      },
      { place: 'status', header: field.status, cell: (one) => <Status of={statusOf(one)} /> },
      { place: 'extra', header: field.created, cell: ({ createdOn }) => <Moment of={createdOn} /> },
    ],
    [webhooks, field],
  );
}
