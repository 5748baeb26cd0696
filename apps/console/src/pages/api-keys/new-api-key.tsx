import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, getRouteApi } from '@tanstack/react-router';
import { useRef } from 'react';
import type { ApiKey, ApiKeyWithSecret } from '../../api/records.js';
import { postOne, randomKey } from '../../api/request.js';
import { useTexts } from '../../texts/texts.js';
import { Page } from '../../ui/page.js';
import { Secret } from '../../ui/secret.js';
import { Shown } from '../../ui/shown.js';
import { type KeyDetails, KeyForm } from './key-form.js';
import { keysQuery } from './queries.js';
import { Revocation } from './revocation.js';
import { useApiKeyTexts } from './texts.js';

const route = getRouteApi('/signed-in/api-keys/new');

export function NewApiKey() {
  const { replaces } = route.useSearch();
  const query = useQuery({ ...keysQuery(), enabled: replaces !== undefined });
  if (replaces === undefined) return <Creation replaced={undefined} />;
  return (
    <Shown query={query}>{(keys) => <Creation replaced={keys.find(({ id }) => id === replaces)} />}</Shown>
  );
}

function Creation({ replaced }: { readonly replaced: ApiKey | undefined }) {
  const { nav } = useTexts();
  const texts = useApiKeyTexts();
  const { mutate, data, isPending, error } = useCreation();
  return (
    <Page title={data?.label ?? texts.add} above={<Link to="/api-keys">{nav.apiKeys}</Link>}>
      {data ? (
        <>
          <Secret title={texts.secret} detail={texts.secretDetail} of={data.secret} />
          {replaced && <p className="after">{texts.next}</p>}
          <p className="actions after">
            <Link to="/api-keys" className="button primary">
              {texts.done}
            </Link>
            {replaced?.status === 'ACTIVE' && <Revocation of={replaced} name={texts.revokeOld} />}
          </p>
        </>
      ) : (
        <KeyForm of={replaced} isBusy={isPending} error={error} onSubmit={mutate} />
      )}
    </Page>
  );
}

/** What is sent again, because its response was lost, has the same idempotency key: it creates no second one. */
function useCreation() {
  const queries = useQueryClient();
  const last = useRef({ details: '', key: '' });
  return useMutation({
    mutationFn: (details: KeyDetails) => {
      const text = JSON.stringify(details);
      if (last.current.details !== text) last.current = { details: text, key: randomKey() };
      return postOne<ApiKeyWithSecret>('/v1/api-keys', details, last.current.key);
    },
    onSuccess: () => queries.invalidateQueries(),
  });
}
