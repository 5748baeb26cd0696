import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Button } from 'react-aria-components';
import { recordPath, recordQuery, searchQuery } from '../../api/queries.js';
import type { Attempt, Notification } from '../../api/records.js';
import { postOne } from '../../api/request.js';
import { pathOfRecord } from '../../shell/places.js';
import { useTexts } from '../../texts/texts.js';
import { Copied } from '../../ui/copied.js';
import { Facts } from '../../ui/facts.js';
import { Failure } from '../../ui/notice.js';
import { Page, Section } from '../../ui/page.js';
import { Shown } from '../../ui/shown.js';
import { Moment, Status } from '../../ui/values.js';
import { Attempts } from './attempts.js';
import { isOpen, statusOf } from './delivery-status.js';
import { Json } from '../../ui/json.js';
import { notificationRoute } from './routes.js';

const REFETCH_MS = 2_000;
/** More than a notification has. */
const ALL = 100;

export function NotificationPage() {
  const { id } = notificationRoute.useParams();
  const query = useQuery({
    ...recordQuery<Notification>(recordPath('/v1/webhook-notifications', id)),
    refetchInterval: ({ state }) => state.data && isOpen(state.data) && REFETCH_MS,
  });
  return <Shown query={query}>{(notification) => <About key={id} of={notification} />}</Shown>;
}

function About({ of }: { readonly of: Notification }) {
  const { webhooks } = useTexts();
  const attempts = useQuery({
    ...searchQuery<Attempt>(`/v1/webhook-notifications/${of.id}/attempts`, { limit: ALL }),
    refetchInterval: isOpen(of) && REFETCH_MS,
  });
  return (
    <Page
      title={of.eventType}
      above={<Link to="/webhooks/notifications">{webhooks.notifications}</Link>}
      beside={<Status of={statusOf(of)} />}
    >
      <Details of={of} />
      <Resend of={of} />
      <Section title={webhooks.attempts}>
        <Shown query={attempts}>{({ data }) => <Attempts of={data} notificationId={of.id} />}</Shown>
      </Section>
      <Section title={webhooks.payload}>
        <p className="minor">{webhooks.requestDetail}</p>
        <Json of={of.payload} label={webhooks.payload} />
      </Section>
    </Page>
  );
}

function Details({ of }: { readonly of: Notification }) {
  const { webhooks, field } = useTexts();
  const about = pathOfRecord(of.relatedEntityId ?? '');
  const aboutId = of.relatedEntityId && <code>{of.relatedEntityId}</code>;
  return (
    <Facts
      of={[
        [
          webhooks.endpoint,
          <Link to="/webhooks/$id" params={{ id: of.subscription.id }}>
            {of.targetUrl}
          </Link>,
        ],
        [webhooks.about, about ? <Link to={about}>{aboutId}</Link> : aboutId],
        [field.created, <Moment of={of.createdOn} />],
        [webhooks.sent, of.sentOn && <Moment of={of.sentOn} />],
        [webhooks.nextAttempt, of.lockedUntil && <Moment of={of.lockedUntil} />],
        [
          webhooks.copyOf,
          of.clonedFromNotificationId && (
            <Link to="/webhooks/notifications/$id" params={{ id: of.clonedFromNotificationId }}>
              <code>{of.clonedFromNotificationId}</code>
            </Link>
          ),
        ],
        [field.id, <Copied text={of.id} label={field.id} />],
      ]}
    />
  );
}

function Resend({ of }: { readonly of: Notification }) {
  const { webhooks } = useTexts();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => postOne<Notification>(`/v1/webhook-notifications/${of.id}/redeliver`),
    onSuccess: ({ id }) => navigate({ to: '/webhooks/notifications/$id', params: { id } }),
    onSettled: () => queries.invalidateQueries(),
  });
  return (
    <div className="endpoint-actions">
      <p className="actions">
        <Button className="button primary" isDisabled={isPending} onPress={() => mutate()}>
          {webhooks.resend}
        </Button>
      </p>
      {error && <Failure error={error} />}
    </div>
  );
}
