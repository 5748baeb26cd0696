import './versions.css';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useId } from 'react';
import { Button } from 'react-aria-components';
import { recordQuery } from '../../api/queries.js';
import type { Payment } from '../../api/records.js';
import { NoPage } from '../../shell/root.js';
import { pathOfRecord } from '../../shell/places.js';
import { useLanguage, useTexts } from '../../texts/texts.js';
import { momentText } from '../../ui/format.js';
import { Json } from '../../ui/json.js';
import { Page, Section } from '../../ui/page.js';
import { Shown } from '../../ui/shown.js';
import { changesBetween } from './changes.js';
import { versionsRoute } from './route.js';
import { useVersionsTexts } from './texts.js';

/** A record as it was after one of its changes. */
type Version = Pick<Payment, 'id' | 'auditHistory'>;

/** A record at any of its versions, with what that one has changed. */
export function Versions() {
  const { id } = versionsRoute.useParams();
  const path = pathOfRecord(id);
  return path === null ? <NoPage /> : <OfRecord id={id} path={path} />;
}

function OfRecord({ id, path }: { readonly id: string; readonly path: string }) {
  const texts = useVersionsTexts();
  const { version } = versionsRoute.useSearch();
  const query = useQuery(recordQuery<readonly Version[]>(`/v1${path}/versions`));
  const above = (
    <Link to={path}>
      <code>{id}</code>
    </Link>
  );
  return (
    <Page title={texts.title} above={above}>
      <Shown query={query}>
        {(newestFirst) => {
          const all = newestFirst.toReversed();
          const shown = all.find(({ auditHistory }) => auditHistory.version === version) ?? all.at(-1);
          return shown && <One of={shown} all={all} />;
        }}
      </Shown>
    </Page>
  );
}

interface Props {
  readonly of: Version;
  /** Oldest first. */
  readonly all: readonly Version[];
}

function One({ of, all }: Props) {
  const texts = useVersionsTexts();
  return (
    <>
      <Choice of={of} all={all} />
      <Section title={texts.changes}>
        <Changes of={of} before={all[all.indexOf(of) - 1]} />
      </Section>
      <Section title={texts.record}>
        <Json of={of} label={texts.record} />
      </Section>
    </>
  );
}

/** By a slider, which arrow keys move, or one by one. */
function Choice({ of, all }: Props) {
  const texts = useVersionsTexts();
  const { timeline } = useTexts();
  const language = useLanguage();
  const id = useId();
  const navigate = useNavigate();
  const place = all.indexOf(of);
  const show = (next: number) => {
    const version = all[next]?.auditHistory.version;
    if (version !== undefined)
      void navigate({
        to: '/versions/$id',
        params: { id: of.id },
        search: { version },
        replace: true,
        resetScroll: false,
      });
  };
  const { version, created, updated } = of.auditHistory;
  const made = version === 1 ? created : updated;
  const text = texts.shown(version, all.at(-1)?.auditHistory.version ?? version);
  return (
    <div className="versions">
      <div className="versions-choice">
        <Button className="button" isDisabled={place === 0} onPress={() => show(place - 1)}>
          {texts.earlier}
        </Button>
        <label htmlFor={id} className="hidden">
          {texts.version}
        </label>
        <input
          id={id}
          type="range"
          min={0}
          max={all.length - 1}
          value={place}
          aria-valuetext={text}
          onChange={({ currentTarget }) => show(Number(currentTarget.value))}
        />
        <Button className="button" isDisabled={place === all.length - 1} onPress={() => show(place + 1)}>
          {texts.later}
        </Button>
      </div>
      <p role="status">
        <strong>{text}</strong>{' '}
        <span className="minor">
          {made.by?.name ?? timeline.corridor} · {momentText(made.on, language)}
        </span>
      </p>
    </div>
  );
}

function Changes({ of, before }: { readonly of: Version; readonly before: Version | undefined }) {
  const texts = useVersionsTexts();
  if (before === undefined)
    return <p className="minor">{of.auditHistory.version === 1 ? texts.first : texts.notKept}</p>;
  const changes = changesBetween(before, of);
  if (changes.length === 0) return <p className="minor">{texts.none}</p>;
  return (
    <table className="changes" aria-label={texts.changes}>
      <thead>
        <tr>
          <th scope="col">{texts.field}</th>
          <th scope="col">{texts.before}</th>
          <th scope="col">{texts.after}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.field}>
            <th scope="row">
              <code>{change.field}</code>
            </th>
            <td>{change.before === null ? '–' : <del>{String(change.before)}</del>}</td>
            <td>{change.after === null ? '–' : String(change.after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
