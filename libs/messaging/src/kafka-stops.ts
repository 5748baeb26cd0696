import { commandOf, isBackfilled } from './backfill.js';
import type { KafkaGroup } from './kafka-group.js';

/** A group of this process. */
export interface Subscribed {
  readonly service: string;
  readonly consumer: string;
  readonly group: KafkaGroup;
}

/** The services, each with its topic. */
type Topics = readonly (readonly [source: string, topic: string])[];

/** Why some of these groups handle nothing of a service, and what to do; null if all do. */
export const whyStopped = (groups: readonly Subscribed[], topics: Topics): string | null =>
  whyNotRead(groups, topics) ?? whyBackfilled(groups, topics);

function whyNotRead(groups: readonly Subscribed[], topics: Topics): string | null {
  const missed = groups.flatMap(({ consumer, group }) => group.gaps.map((gap) => ({ consumer, ...gap })));
  const [first] = missed;
  if (!first) return null;
  const { consumer, topic } = first;
  const source = topics.find((one) => one[1] === topic)?.[0] ?? topic;
  const partitions = missed.filter((one) => one.topic === topic).map(({ partition }) => partition);
  return `${consumer} has not read messages of ${source} before they were removed, and handles none of its partitions ${partitions.join(', ')} until "${commandOf({ source, consumer })}"`;
}

function whyBackfilled(groups: readonly Subscribed[], topics: Topics): string | null {
  for (const { consumer, group } of groups)
    for (const [source, topic] of topics)
      if (group.isBackfilled(topic)) return isBackfilled({ source, consumer });
  return null;
}
