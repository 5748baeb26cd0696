import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ApiKey } from '../../api/records.js';
import { useTexts } from '../../texts/texts.js';
import { Copied } from '../../ui/copied.js';
import { Facts } from '../../ui/facts.js';
import { Empty } from '../../ui/notice.js';
import { Page, Section } from '../../ui/page.js';
import { Shown } from '../../ui/shown.js';
import { Moment, Status } from '../../ui/values.js';
import { PERMISSIONS } from './permissions.js';
import { keysQuery } from './queries.js';
import { Revocation } from './revocation.js';
import { useApiKeyTexts } from './texts.js';

/** The keys of the user, which programs use the API with. */
export function ApiKeys() {
  const { nav } = useTexts();
  const texts = useApiKeyTexts();
  const query = useQuery(keysQuery());
  return (
    <Page
      title={nav.apiKeys}
      beside={
        <Link to="/api-keys/new" className="button primary">
          {texts.add}
        </Link>
      }
    >
      <Shown query={query}>
        {(keys) =>
          keys.length > 0 ? (
            <>
              <p className="minor">{texts.detail}</p>
              <Active of={keys.filter(({ status }) => status === 'ACTIVE')} />
              <Revoked of={keys.filter(({ status }) => status === 'REVOKED')} />
            </>
          ) : (
            <Empty title={texts.none} detail={`${texts.noneDetail} ${texts.detail}`} />
          )
        }
      </Shown>
    </Page>
  );
}

function Active({ of }: { readonly of: readonly ApiKey[] }) {
  const texts = useApiKeyTexts();
  return (
    <Section title={texts.active}>
      {of.length === 0 && <p className="minor">{texts.noActive}</p>}
      <Keys of={of} />
    </Section>
  );
}

function Revoked({ of }: { readonly of: readonly ApiKey[] }) {
  const texts = useApiKeyTexts();
  if (of.length === 0) return null;
  return (
    <details className="after">
      <summary>{texts.revoked(of.length)}</summary>
      <Keys of={of} />
    </details>
  );
}

function Keys({ of }: { readonly of: readonly ApiKey[] }) {
  return (
    <ul className="accounts">
      {of.map((key) => (
        <li key={key.id} className="item">
          <Key of={key} />
        </li>
      ))}
    </ul>
  );
}

function Key({ of }: { readonly of: ApiKey }) {
  const { field, nav } = useTexts();
  const texts = useApiKeyTexts();
  return (
    <>
      <div className="item-head">
        <strong>{of.label}</strong>
        <Status of={of.status} />
      </div>
      <Facts
        of={[
          [texts.lastUsed, of.lastUsedOn ? <Moment of={of.lastUsedOn} /> : texts.never],
          [texts.created, <Moment of={of.createdOn} />],
          [texts.expires, of.expiresOn && <Moment of={of.expiresOn} />],
          [texts.revokedOn, of.revokedOn && <Moment of={of.revokedOn} />],
          [texts.from, of.allowedAddresses.join(', ')],
          [field.id, <Copied text={of.id} label={field.id} />],
        ]}
      />
      <details>
        <summary>
          {texts.permissions}: {texts.ofAll(of.permissions.length, PERMISSIONS.length)}
        </summary>
        <p>
          <code>{of.permissions.join(', ')}</code>
        </p>
      </details>
      <p className="actions">
        <Link to="/request-log" search={{ q: `apiKeyId == "${of.id}"` }}>
          {nav.requestLog}
        </Link>
        {of.status === 'ACTIVE' && (
          <>
            <Link to="/api-keys/new" search={{ replaces: of.id }} className="button">
              {texts.replace}
            </Link>
            <Revocation of={of} name={texts.revoke} />
          </>
        )}
      </p>
    </>
  );
}
