import { visible } from '@corridor/kernel';
import type { Corridor, StreamedEvent } from '@corridor/sdk';
import { print } from '../request.js';
import type { Row } from '../table.js';
import { UsageError } from '../usage-error.js';
import { type Call, type ClientCommand, textOf } from './client-command.js';
import { eventLine } from './event-line.js';

export const tail: ClientCommand = {
  words: ['events', 'tail'],
  parameters: [],
  summary: 'Prints events as they happen, without a receiver of your own',
  description:
    'A lost connection is replaced: no event is missing, and none comes twice. At Ctrl-C it says how to go on.',
  options: {
    events: { value: 'list', text: 'event types, separated by commas (default: all)' },
    since: {
      value: 'id',
      text: 'goes on after the event with this id, the last of its line (default: with what happens next)',
    },
  },
  run: follow,
};

async function follow(call: Call): Promise<void> {
  const { corridor, terminal } = call;
  const isWanted = await filterOf(corridor, textOf(call, 'events'));
  const since = textOf(call, 'since');
  const end = new AbortController();
  void terminal.interrupted().then(() => end.abort());
  let place: string | undefined;
  const reached = (id: string) => {
    if (place === undefined) terminal.say(`Waiting for events after ${since ?? id}. Ctrl-C stops it.\n`);
    place = id;
  };
  const events = corridor.events.stream({
    signal: end.signal,
    ...(since !== undefined && { after: since }),
    onPlace: reached,
  });
  for await (const event of events) if (isWanted(event)) show(event, call);
  if (place !== undefined) terminal.say(`To go on: corridor events tail --since ${place}\n`);
}

/** A type that does not exist would only be silent. @throws UsageError for one */
async function filterOf(
  corridor: Corridor,
  list: string | undefined,
): Promise<(event: StreamedEvent) => boolean> {
  if (list === undefined) return () => true;
  const types = list.split(',');
  const known: readonly string[] = (await corridor.getWebhookEventTypes()).filter((type) => type !== 'ping');
  const unknown = types.find((type) => !known.includes(type));
  if (unknown !== undefined)
    throw new UsageError(`there is no event ${unknown} in the stream, but ${known.join(', ')}`);
  return ({ eventType }) => types.includes(eventType);
}

/** One line for each event, also as JSON. */
function show(event: StreamedEvent, { values, terminal }: Call): void {
  if (values['print'] !== undefined) return print({ data: event as unknown as Row }, values, terminal);
  terminal.write(`${values['json'] ? visible(JSON.stringify(event)) : eventLine(event)}\n`);
}
