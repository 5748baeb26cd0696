import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Button } from 'react-aria-components';
import type { Endpoint } from '../../api/records.js';
import { postOne } from '../../api/request.js';
import { useTexts } from '../../texts/texts.js';
import { Failure } from '../../ui/notice.js';
import { Question } from '../../ui/question.js';
import { Secret } from '../../ui/secret.js';

type Step = 'ping' | 'pause' | 'resume' | 'rotate-secret' | 'unsubscribe';

interface Done {
  readonly id: string;
  readonly signingSecret?: string;
}

/** What can be done with an endpoint that has not ended. */
export function Actions({ of, onEdit }: { readonly of: Endpoint; readonly onEdit: () => void }) {
  const { webhooks } = useTexts();
  const queries = useQueryClient();
  const { mutate, data, variables, isPending, error } = useMutation({
    mutationFn: (step: Step) => postOne<Done>(`/v1/webhook-subscriptions/${of.id}/${step}`),
    onSettled: () => queries.invalidateQueries(),
  });
  if (of.unsubscribedOn !== null) return null;
  const step = (name: string, does: Step) => (
    <Button className="button" isDisabled={isPending} onPress={() => mutate(does)}>
      {name}
    </Button>
  );
  return (
    <div className="endpoint-actions">
      <p className="actions">
        <Button className="button primary" isDisabled={isPending} onPress={() => mutate('ping')}>
          {webhooks.test}
        </Button>
        <Button className="button" onPress={onEdit}>
          {webhooks.edit}
        </Button>
        {of.isActive ? step(webhooks.pause, 'pause') : step(webhooks.resume, 'resume')}
        {!of.isActive && step(webhooks.rotate, 'rotate-secret')}
        <End onConfirm={() => mutate('unsubscribe')} />
      </p>
      <div role="status">
        {variables === 'ping' && data && (
          <p>
            {webhooks.testSent}{' '}
            <Link to="/webhooks/notifications/$id" params={{ id: data.id }}>
              {webhooks.toNotification}
            </Link>
          </p>
        )}
      </div>
      {data?.signingSecret && (
        <Secret title={webhooks.secret} detail={webhooks.secretDetail} of={data.signingSecret} />
      )}
      {error && <Failure error={error} />}
    </div>
  );
}

function End({ onConfirm }: { readonly onConfirm: () => void }) {
  const { webhooks } = useTexts();
  return (
    <Question
      ask={<Button className="button">{webhooks.end}</Button>}
      title={webhooks.endTitle}
      back={webhooks.keep}
      confirm={webhooks.endConfirm}
      isDanger
      onConfirm={onConfirm}
    >
      <p>{webhooks.endDetail}</p>
    </Question>
  );
}
