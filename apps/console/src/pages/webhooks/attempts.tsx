import type { Attempt } from '../../api/records.js';
import { useLanguage, useTexts } from '../../texts/texts.js';
import { momentText } from '../../ui/format.js';
import { Status } from '../../ui/values.js';

interface Props {
  /** The last one first. */
  readonly of: readonly Attempt[];
  readonly notificationId: string;
}

/** Each attempt with its request, its response and how long it took. */
export function Attempts({ of, notificationId }: Props) {
  const { webhooks } = useTexts();
  if (of.length === 0) return <p className="minor">{webhooks.noAttempts}</p>;
  return (
    <ol className="attempts">
      {of.map((attempt) => (
        <li key={attempt.id}>
          <One of={attempt} notificationId={notificationId} />
        </li>
      ))}
    </ol>
  );
}

function One({ of, notificationId }: { readonly of: Attempt; readonly notificationId: string }) {
  const { webhooks } = useTexts();
  const language = useLanguage();
  const latency =
    of.latencyMs !== null && webhooks.latency(new Intl.NumberFormat(language).format(of.latencyMs));
  return (
    <>
      <p className="attempt-head">
        <strong>{webhooks.attempt(of.attemptNumber)}</strong>
        <Status of={of.outcome} />
        <span className="minor">
          {[of.statusCode, latency, momentText(of.startedOn, language)].filter(Boolean).join(' · ')}
        </span>
      </p>
      {of.error && <p>{of.error}</p>}
      <details>
        <summary>{webhooks.request}</summary>
        <pre tabIndex={0}>{requestOf(of, notificationId)}</pre>
      </details>
      <details open={of.responseExcerpt !== null}>
        <summary>{webhooks.response}</summary>
        <pre tabIndex={0}>{of.responseExcerpt ?? webhooks.noResponse}</pre>
      </details>
    </>
  );
}

/** Time and signature are of that attempt, and are not kept. */
const requestOf = ({ targetUrl }: Attempt, notificationId: string): string =>
  [
    `POST ${targetUrl}`,
    'content-type: application/json',
    'user-agent: Corridor-Webhooks/1.0',
    `webhook-id: ${notificationId}`,
    'webhook-timestamp: …',
    'webhook-signature: v1,…',
  ].join('\n');
