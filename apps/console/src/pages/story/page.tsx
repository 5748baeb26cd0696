import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Button } from 'react-aria-components';
import { isUnknown } from '../../api/problem.js';
import { recordPath, recordQuery, timelineQuery } from '../../api/queries.js';
import type { Notification, Timeline } from '../../api/records.js';
import { pastedId } from '../../shell/pasted-id.js';
import { pathOfRecord } from '../../shell/places.js';
import { useTexts } from '../../texts/texts.js';
import { Typed } from '../../ui/fields.js';
import { Empty } from '../../ui/notice.js';
import { Page, Section } from '../../ui/page.js';
import { Shown } from '../../ui/shown.js';
import { Entries, Where } from '../../ui/timeline.js';
import './story.css';
import { storyRoute } from './route.js';
import { useStoryTexts } from './texts.js';

/** What happened to the money behind any id. */
export function Story() {
  const { nav } = useTexts();
  const { id } = storyRoute.useSearch();
  const texts = useStoryTexts();
  return (
    <Page title={nav.story}>
      <Asking key={`asking ${id}`} id={id ?? ''} />
      {id === undefined ? (
        <Empty title={texts.nothing} detail={texts.nothingDetail} />
      ) : id.startsWith('whn_') ? (
        <OfNotification key={id} id={id} />
      ) : (
        <Told key={id} id={id} />
      )}
    </Page>
  );
}

function Asking({ id }: { readonly id: string }) {
  const texts = useStoryTexts();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(id);
  const [problem, setProblem] = useState<string>();
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = pastedId(typed);
    if (wanted === null) setProblem(texts.noId);
    else void navigate({ to: '/story', search: { id: wanted } });
  };
  return (
    <form className="story-asking" onSubmit={onSubmit}>
      <Typed label={texts.id} hint={texts.idDetail} problem={problem} value={typed} onChange={setTyped} />
      <Button type="submit" className="button primary">
        {texts.tell}
      </Button>
    </form>
  );
}

function Told({ id }: { readonly id: string }) {
  const { timeline } = useTexts();
  const texts = useStoryTexts();
  const query = useQuery(timelineQuery(id));
  if (isUnknown(query.error)) return <Empty title={texts.unknown} detail={texts.unknownDetail} />;
  return (
    <Shown query={query}>
      {(told) => (
        <>
          <div role="status">
            <Where of={told} />
            {told.whereTheMoneyIs === null && <p className="where">{texts.noSentence}</p>}
          </div>
          <Records of={told} />
          <Section title={timeline.title}>
            <Entries of={told} />
          </Section>
        </>
      )}
    </Shown>
  );
}

/** Those that have a page, the instruction first. */
function Records({ of: { events } }: { readonly of: Timeline }) {
  const { field, nav } = useTexts();
  const texts = useStoryTexts();
  const kinds = [
    ['pi', field.instruction],
    ['pmt', field.payment],
    ['con', field.conversion],
    ['if', nav.inboundFunds],
    ['ben', field.beneficiary],
    ['wal', texts.wallet],
  ] as const;
  const ids = [...new Set(events.flatMap(({ recordIds }) => recordIds))];
  const records = kinds.flatMap(([prefix, name]) =>
    ids.flatMap((id) => {
      const path = id.startsWith(`${prefix}_`) ? pathOfRecord(id) : null;
      return path === null ? [] : [{ id, path, name }];
    }),
  );
  return (
    <ul className="story-records" aria-label={texts.records}>
      {records.map(({ id, path, name }) => (
        <li key={id}>
          <span className="minor">{name}</span>
          <Link to={path}>
            <code>{id}</code>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** A notification is about a record, whose story has all of its notifications. */
function OfNotification({ id }: { readonly id: string }) {
  const texts = useStoryTexts();
  const query = useQuery(recordQuery<Notification>(recordPath('/v1/webhook-notifications', id)));
  if (isUnknown(query.error)) return <Empty title={texts.unknown} detail={texts.unknownDetail} />;
  return (
    <Shown query={query}>
      {({ eventType, relatedEntityId }) => (
        <>
          <p className="minor story-about">
            {texts.notification}{' '}
            <Link to="/webhooks/notifications/$id" params={{ id }}>
              {eventType}
            </Link>
          </p>
          {relatedEntityId === null ? (
            <Empty title={texts.noRecord} detail={texts.noRecordDetail} />
          ) : (
            <Told id={relatedEntityId} />
          )}
        </>
      )}
    </Shown>
  );
}
