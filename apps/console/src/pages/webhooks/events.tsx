import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Input, SearchField } from 'react-aria-components';
import { get } from '../../api/request.js';
import { useTexts } from '../../texts/texts.js';
import { Copied } from '../../ui/copied.js';
import { Page, Section } from '../../ui/page.js';
import { Shown } from '../../ui/shown.js';
import { type EventField, type EventType, eventTypesIn } from './event-types.js';
import { Json } from '../../ui/json.js';
import { eventsRoute } from './routes.js';
import { Tabs } from './tabs.js';

const eventTypesQuery = () =>
  queryOptions({
    queryKey: ['/asyncapi.json'],
    queryFn: async () => eventTypesIn(await get('/asyncapi.json')),
    staleTime: 'static',
  });

export function Events() {
  const { webhooks } = useTexts();
  return (
    <Page title={webhooks.catalogue}>
      <Tabs />
      <p className="minor">
        {webhooks.catalogueDetail} <a href="/docs/webhooks">{webhooks.guide}</a>
      </p>
      <Shown query={useQuery(eventTypesQuery())}>{(types) => <Catalogue of={types} />}</Shown>
    </Page>
  );
}

function Catalogue({ of }: { readonly of: readonly EventType[] }) {
  const { webhooks } = useTexts();
  const { type } = eventsRoute.useSearch();
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const found = of.filter(({ name, summary }) => `${name} ${summary}`.toLowerCase().includes(wanted));
  const shown = of.find(({ name }) => name === type) ?? of[0];
  return (
    <div className="catalogue">
      <div>
        <SearchField aria-label={webhooks.filter} value={text} onChange={setText}>
          <Input placeholder={webhooks.filter} />
        </SearchField>
        {found.length === 0 && <p className="minor none">{webhooks.noEvent}</p>}
        <nav aria-label={webhooks.catalogue}>
          {found.map(({ name }) => (
            <Link
              key={name}
              to="/webhooks/events"
              search={{ type: name }}
              aria-current={name === shown?.name ? 'page' : undefined}
              resetScroll={false}
            >
              <code>{name}</code>
            </Link>
          ))}
        </nav>
      </div>
      {shown && <One of={shown} />}
    </div>
  );
}

/** What is said about an event is in English, as in the reference. */
function One({ of }: { readonly of: EventType }) {
  const { webhooks } = useTexts();
  return (
    <div>
      <h2>
        <Copied text={of.name} label={webhooks.event} />
      </h2>
      <p lang="en">
        <Summary of={of.summary} />
      </p>
      <Section title={webhooks.example}>
        <Json of={of.example} label={webhooks.example} />
      </Section>
      <Section title={webhooks.fields}>
        <Fields of={of.fields} />
      </Section>
    </div>
  );
}

/** Names are between backticks. */
const Summary = ({ of }: { readonly of: string }) =>
  of.split('`').map((part, i) => (i % 2 === 0 ? part : <code key={i}>{part}</code>));

function Fields({ of }: { readonly of: readonly EventField[] }) {
  const { webhooks } = useTexts();
  return (
    <ul className="event-fields" lang="en">
      {of.map(({ name, type, description, isOptional, fields }) => (
        <li key={name}>
          <p>
            <code>{name}</code> <span className="minor">{type}</span>
            {isOptional && <span className="minor"> · {webhooks.optional}</span>}
          </p>
          {description && (
            <p className="minor">
              <Summary of={description} />
            </p>
          )}
          {fields.length > 0 && (
            <details open={name === 'payload'}>
              <summary>{webhooks.fields}</summary>
              <Fields of={fields} />
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}
