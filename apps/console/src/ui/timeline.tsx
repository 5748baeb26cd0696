import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isUnknown } from '../api/problem.js';
import { timelineQuery } from '../api/queries.js';
import type { Delivery, Timeline as Told, TimelineEvent } from '../api/records.js';
import { useLanguage, useTexts } from '../texts/texts.js';
import { Facts } from './facts.js';
import { amountText, dateText, timeText } from './format.js';
import { Section } from './page.js';
import { Shown } from './shown.js';
import { type Entry, daysOf, entriesOf } from './timeline-entries.js';
import { Status } from './values.js';

/** What happened to a record, in all services, and where its money is. @param id of the record */
export function Timeline({ id, beside }: { readonly id: string; readonly beside?: ReactNode }) {
  const { timeline: texts } = useTexts();
  const query = useQuery(timelineQuery(id));
  return (
    <Section title={texts.title} beside={beside}>
      {isUnknown(query.error) ? (
        <p className="minor">{texts.none}</p>
      ) : (
        <Shown query={query}>
          {(told) => (
            <>
              <Where of={told} />
              <Entries of={told} />
            </>
          )}
        </Shown>
      )}
    </Section>
  );
}

export const Where = ({ of: { whereTheMoneyIs } }: { readonly of: Told }) =>
  whereTheMoneyIs && <p className="where">{whereTheMoneyIs}</p>;

/** Events and webhooks, day by day. */
export function Entries({ of }: { readonly of: Told }) {
  const { timeline: texts } = useTexts();
  const language = useLanguage();
  const days = daysOf(entriesOf(of), (moment) => dateText(moment, language));
  return (
    <>
      {!of.isComplete && <p className="minor">{texts.partial}</p>}
      {of.notifications === null && <p className="minor">{texts.noWebhooks}</p>}
      {days.map(({ name, entries }) => (
        <div key={entries[0] && keyOf(entries[0])} className="day">
          <h3 className="minor">{name}</h3>
          <ol className="timeline">
            {entries.map((entry) => (
              <li key={keyOf(entry)}>
                <time dateTime={`${entry.on}Z`}>{timeText(entry.on, language)}</time>
                {entry.kind === 'event' ? <Event of={entry.event} /> : <Webhook of={entry.delivery} />}
              </li>
            ))}
          </ol>
        </div>
      ))}
    </>
  );
}

/** The id of an event is unique within its service. */
const keyOf = (entry: Entry): string =>
  entry.kind === 'event' ? `${entry.event.service} ${entry.event.id}` : entry.delivery.notification.id;

function Event({ of }: { readonly of: TimelineEvent }) {
  const { summary, actor, service, type, postings, bankMessage } = of;
  const { timeline: texts } = useTexts();
  const language = useLanguage();
  return (
    <div>
      <p>{summary}</p>
      <p className="minor">
        {actor?.name ?? texts.corridor} · {service} · <code>{type}</code>
        {bankMessage && (
          <>
            {' · '}
            {[bankMessage.format ?? texts.bankMessage, bankMessage.status].join(' ')}{' '}
            {bankMessage.reference && <code>{bankMessage.reference}</code>}
          </>
        )}
      </p>
      {postings.map(({ account, amount, balance }, i) => (
        <p key={i} className="minor posting">
          {account} {amountText(amount, language)}
          {balance && ` · ${texts.balance(amountText(balance, language))}`}
        </p>
      ))}
      <Cause of={of} />
    </div>
  );
}

/** Under which other ids there is this event. */
function Cause({ of: { requestId, traceId, causedBy } }: { readonly of: TimelineEvent }) {
  const { timeline: texts } = useTexts();
  return (
    <details className="minor">
      <summary>{texts.cause}</summary>
      <Facts
        of={[
          [texts.request, requestId && <ToStory id={requestId} />],
          [texts.trace, traceId && <ToStory id={traceId} />],
          [texts.causedBy, causedBy && <code>{causedBy}</code>],
        ]}
      />
    </details>
  );
}

const ToStory = ({ id }: { readonly id: string }) => (
  <Link to="/story" search={{ id }}>
    <code>{id}</code>
  </Link>
);

function Webhook({ of: { notification, eventType, attempts } }: { readonly of: Delivery }) {
  const { timeline: texts, webhooks } = useTexts();
  const language = useLanguage();
  return (
    <div>
      <p>
        {texts.webhook}{' '}
        <Link to="/webhooks/notifications/$id" params={{ id: notification.id }}>
          {eventType}
        </Link>
      </p>
      {attempts.length === 0 && <p className="minor">{webhooks.noAttempts}</p>}
      {attempts.map(({ id, attemptNumber, startedOn, outcome, statusCode, latencyMs, error }) => (
        <p key={id} className="minor">
          {webhooks.attempt(attemptNumber)} <Status of={outcome} />{' '}
          {[
            statusCode,
            latencyMs !== null && webhooks.latency(new Intl.NumberFormat(language).format(latencyMs)),
            timeText(startedOn, language),
          ]
            .filter(Boolean)
            .join(' · ')}
          {error && ` · ${error}`}
        </p>
      ))}
    </div>
  );
}
