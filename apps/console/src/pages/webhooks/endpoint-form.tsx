import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { Button, Input, Label, Text, TextField } from 'react-aria-components';
import { recordQuery } from '../../api/queries.js';
import type { Endpoint } from '../../api/records.js';
import { useTexts } from '../../texts/texts.js';
import { Failure } from '../../ui/notice.js';
import { Shown } from '../../ui/shown.js';

type EventType = Endpoint['events'][number];

/** What an endpoint can be created with and changed to. */
export type EndpointDetails = Pick<Endpoint, 'targetUrl' | 'targetPlatform' | 'events'>;

interface Props {
  readonly of?: EndpointDetails;
  readonly submit: string;
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onSubmit: (details: EndpointDetails) => void;
}

export function EndpointForm(props: Props) {
  const types = useQuery(
    recordQuery<readonly EventType[]>('/v1/reference-data/webhook-subscriptions/events'),
  );
  return <Shown query={types}>{(known) => <Fields {...props} types={known} />}</Shown>;
}

function Fields({
  of,
  submit,
  isBusy,
  error,
  onSubmit,
  types,
}: Props & { readonly types: readonly EventType[] }) {
  const { webhooks } = useTexts();
  const [events, setEvents] = useState<ReadonlySet<EventType>>(new Set(of ? of.events : types));
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = Object.fromEntries(new FormData(event.currentTarget)) as Record<'url' | 'label', string>;
    onSubmit({
      targetUrl: given.url.trim(),
      targetPlatform: given.label.trim() || null,
      events: types.filter((one) => events.has(one)),
    });
  };
  return (
    <form className="form" onSubmit={send}>
      {error && <Failure error={error} />}
      <TextField name="url" type="url" defaultValue={of?.targetUrl ?? ''} isRequired autoFocus={!of}>
        <Label>{webhooks.url}</Label>
        <Input placeholder="https://example.com/webhooks" />
        <Text slot="description" className="minor">
          {webhooks.urlDetail}
        </Text>
      </TextField>
      <TextField name="label" defaultValue={of?.targetPlatform ?? ''}>
        <Label>{webhooks.label}</Label>
        <Input />
        <Text slot="description" className="minor">
          {webhooks.labelDetail}
        </Text>
      </TextField>
      <Events types={types} chosen={events} onChange={setEvents} />
      <p className="actions">
        <Button type="submit" className="button primary" isDisabled={isBusy || events.size === 0}>
          {submit}
        </Button>
      </p>
    </form>
  );
}

interface EventsProps {
  readonly types: readonly EventType[];
  readonly chosen: ReadonlySet<EventType>;
  readonly onChange: (chosen: ReadonlySet<EventType>) => void;
}

/** Those of one kind of record stand together. */
function Events({ types, chosen, onChange }: EventsProps) {
  const { webhooks } = useTexts();
  const id = useId();
  const groups = [...Map.groupBy(types, (type) => type.split('.')[0])];
  const toggle = (some: readonly EventType[], isChosen: boolean) =>
    onChange(new Set(isChosen ? [...chosen, ...some] : [...chosen].filter((one) => !some.includes(one))));
  return (
    <fieldset className="event-choices">
      <legend>{webhooks.events}</legend>
      <Choice
        name={webhooks.allEvents}
        isChosen={chosen.size === types.length}
        onChange={(isChosen) => toggle(types, isChosen)}
      />
      <div className="groups">
        {groups.map(([group, members]) => (
          <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
            <p id={`${id}-${group}`} className="minor">
              {group}
            </p>
            {members.map((type) => (
              <Choice
                key={type}
                name={type}
                isChosen={chosen.has(type)}
                onChange={(isChosen) => toggle([type], isChosen)}
              />
            ))}
          </div>
        ))}
      </div>
    </fieldset>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly isChosen: boolean;
  readonly onChange: (isChosen: boolean) => void;
}

export const Choice = ({ name, isChosen, onChange }: ChoiceProps) => (
  <label className="check">
    <input type="checkbox" checked={isChosen} onChange={(event) => onChange(event.target.checked)} />
    <span>{name}</span>
  </label>
);
