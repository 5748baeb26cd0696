import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { EndpointWithSecret } from '../../api/records.js';
import { postOne } from '../../api/request.js';
import { useTexts } from '../../texts/texts.js';
import { Page } from '../../ui/page.js';
import { Secret } from '../../ui/secret.js';
import { type EndpointDetails, EndpointForm } from './endpoint-form.js';

export function NewEndpoint() {
  const { webhooks } = useTexts();
  const queries = useQueryClient();
  const { mutate, data, isPending, error } = useMutation({
    mutationFn: (details: EndpointDetails) =>
      postOne<EndpointWithSecret>('/v1/webhook-subscriptions', details),
    onSuccess: () => queries.invalidateQueries(),
  });
  return (
    <Page title={data?.targetUrl ?? webhooks.add} above={<Link to="/webhooks">{webhooks.title}</Link>}>
      {data ? (
        <>
          <Secret title={webhooks.secret} detail={webhooks.secretDetail} of={data.signingSecret} />
          <p className="actions after">
            <Link to="/webhooks/$id" params={{ id: data.id }} className="button primary">
              {webhooks.secretDone}
            </Link>
          </p>
        </>
      ) : (
        <EndpointForm submit={webhooks.create} isBusy={isPending} error={error} onSubmit={mutate} />
      )}
    </Page>
  );
}
