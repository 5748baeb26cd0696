import { visible } from '@corridor/kernel';
import type { Timeline, TimelineEvent, WebhookDelivery } from '@corridor/sdk';
import { moneyText } from '../table.js';
import { type Call, type ClientCommand, type Outcome, data } from './client-command.js';

export const open: ClientCommand = {
  words: ['open'],
  parameters: ['<id>'],
  summary: 'Tells what happened to a record, a request or a trace, in all services, and where the money is',
  options: {},
  run: tell,
};

async function tell({ corridor, parameters: [id = ''] }: Call): Promise<Outcome> {
  const timeline = await corridor.getTimeline(id);
  return { ...data(timeline), text: storyOf(timeline) };
}

/** For people: where the money is, the events with their postings, and the webhooks with their attempts. */
export function storyOf({ whereTheMoneyIs, events, isComplete, notifications }: Timeline): string {
  const width = Math.max(0, ...events.map(({ service }) => service.length));
  return [
    ...(whereTheMoneyIs ? [whereTheMoneyIs, ''] : []),
    ...(isComplete ? [] : [`The last ${events.length} events; there are more.`]),
    ...events.flatMap((event) => linesOf(event, width)),
    ...(notifications?.length ? ['', 'Webhooks', ...notifications.flatMap(attemptsOf)] : []),
    ...(notifications === null ? ['', 'The webhooks cannot be read at the moment, or not by this key.'] : []),
  ]
    .map((line) => `${visible(line)}\n`)
    .join('');
}

function linesOf({ occurredOn, service, summary, actor, postings }: TimelineEvent, width: number): string[] {
  const by = actor ? ` (${actor.name})` : '';
  return [
    `${occurredOn}  ${service.padEnd(width)}  ${summary}${by}`,
    ...postings.map(({ account, amount, balance }) => {
      const after = balance ? `, then ${moneyText(balance)}` : '';
      return `${''.padEnd(occurredOn.length + width + 4)}${moneyText(amount)} to ${account}${after}`;
    }),
  ];
}

const attemptsOf = ({ createdOn, eventType, attempts }: WebhookDelivery): string[] =>
  attempts.length === 0
    ? [`${createdOn}  ${eventType}  not attempted`]
    : attempts.map(
        ({ startedOn, attemptNumber, outcome, statusCode, error, latencyMs }) =>
          `${startedOn}  ${eventType}  attempt ${attemptNumber} ${outcome}${statusCode === null ? '' : ` with ${statusCode}`}${latencyMs === null ? '' : ` in ${latencyMs} ms`}${error ? `: ${error}` : ''}`,
      );
