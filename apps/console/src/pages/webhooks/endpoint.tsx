import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { recordPath, recordQuery } from '../../api/queries.js';
import type { Endpoint } from '../../api/records.js';
import { put } from '../../api/request.js';
import { useTexts } from '../../texts/texts.js';
import { Copied } from '../../ui/copied.js';
import { Facts } from '../../ui/facts.js';
import { Page, Section } from '../../ui/page.js';
import { Shown } from '../../ui/shown.js';
import { Moment, Status } from '../../ui/values.js';
import { statusOfEndpoint } from './delivery-status.js';
import { Actions } from './endpoint-actions.js';
import { type EndpointDetails, EndpointForm } from './endpoint-form.js';
import { HealthOf } from './health-chart.js';
import { NotificationList } from './notifications.js';
import { Recovery } from './recovery.js';
import { endpointRoute } from './routes.js';

export function EndpointPage() {
  const { id } = endpointRoute.useParams();
  const query = useQuery(recordQuery<Endpoint>(recordPath('/v1/webhook-subscriptions', id)));
  return <Shown query={query}>{(endpoint) => <About of={endpoint} />}</Shown>;
}

function About({ of }: { readonly of: Endpoint }) {
  const { webhooks } = useTexts();
  const [isEdited, setEdited] = useState(false);
  const list = `/v1/webhook-subscriptions/${of.id}/notifications`;
  return (
    <Page
      title={of.targetUrl}
      above={<Link to="/webhooks">{webhooks.title}</Link>}
      beside={<Status of={statusOfEndpoint(of)} />}
    >
      {isEdited ? (
        <Editing of={of} onDone={() => setEdited(false)} />
      ) : (
        <>
          <Details of={of} />
          <Actions of={of} onEdit={() => setEdited(true)} />
        </>
      )}
      <HealthOf id={of.id} />
      <Section title={webhooks.notifications}>
        <NotificationList path={list} />
      </Section>
      {of.unsubscribedOn === null && <Recovery path={list} />}
    </Page>
  );
}

function Details({ of }: { readonly of: Endpoint }) {
  const { webhooks, field } = useTexts();
  return (
    <Facts
      of={[
        [webhooks.label, of.targetPlatform],
        [
          webhooks.events,
          <details>
            <summary>{webhooks.eventCount(of.events.length)}</summary>
            <ul>
              {of.events.map((type) => (
                <li key={type}>
                  <Link to="/webhooks/events" search={{ type }}>
                    <code>{type}</code>
                  </Link>
                </li>
              ))}
            </ul>
          </details>,
        ],
        [field.created, <Moment of={of.auditHistory.created.on} />],
        [field.id, <Copied text={of.id} label={field.id} />],
      ]}
    />
  );
}

function Editing({ of, onDone }: { readonly of: Endpoint; readonly onDone: () => void }) {
  const { webhooks } = useTexts();
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (details: EndpointDetails) => put(`/v1/webhook-subscriptions/${of.id}`, details),
    onSuccess: async () => {
      await queries.invalidateQueries();
      onDone();
    },
  });
  return (
    <Section
      title={webhooks.editTitle}
      beside={
        <Button className="quiet" onPress={onDone}>
          {webhooks.cancel}
        </Button>
      }
    >
      <p className="minor">{webhooks.editDetail}</p>
      <EndpointForm of={of} submit={webhooks.save} isBusy={isPending} error={error} onSubmit={mutate} />
    </Section>
  );
}
