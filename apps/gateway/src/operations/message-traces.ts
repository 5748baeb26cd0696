import type {
  MessageTraceResource,
  TimelineResource,
  TracedMessagesResource,
} from '@corridor/gateway-contract';
import { isStorable } from '@corridor/http';
import { type Caller, Refusal, refuse } from '@corridor/kernel';
import { type MessageName, textOfNames } from '@corridor/platform';
import { Injectable } from '@nestjs/common';
import { Timelines } from '../timeline/timeline.js';
import { AskedServices } from './asked-services.js';

/** Their names fit into the address of a request. */
const MOST_TRACED = 100;
const MOST_IN_ID = 200;

/** Where the messages are that tell what happened (ADR 91). */
@Injectable()
export class MessageTraces {
  constructor(
    private readonly timelines: Timelines,
    private readonly services: AskedServices,
  ) {}

  /** @throws Refusal not_found */
  async of(id: string, caller: Caller): Promise<MessageTraceResource> {
    if (!isStorable(id) || id.length > MOST_IN_ID) throw refuse('not_found');
    const timeline = await this.timelineOf(id, caller);
    const named = namesIn(timeline?.events ?? []).slice(-MOST_TRACED);
    const query = `id=${encodeURIComponent(id)}&messages=${textOfNames(named)}`;
    const answers = await this.services.each<TracedMessagesResource>(`traced-messages?${query}`, caller);
    const known = answers.flatMap(([, answer]) => answer ?? []);
    const takenBy = Map.groupBy(
      known.flatMap(({ service, heard }) => heard.map((one) => ({ service, one }))),
      ({ one }) => nameOf(one),
    );
    const messages = known
      .flatMap(({ sent }) => sent)
      .sort((a, b) =>
        a.occurredOn < b.occurredOn ? -1 : a.occurredOn > b.occurredOn ? 1 : a.version - b.version,
      )
      .map((sent) => ({
        ...sent,
        isPublished: sent.position !== null,
        takenBy: (takenBy.get(nameOf(sent)) ?? []).map(({ service, one }) => ({ service, waits: one.waits })),
      }));
    if (timeline === null && messages.length === 0) throw refuse('not_found');
    const silent = answers.filter(([, answer]) => answer === null).map(([service]) => service);
    return { id, timeline, messages, silent };
  }

  /** Null if there is none: nothing may be published yet. */
  private async timelineOf(id: string, caller: Caller): Promise<TimelineResource | null> {
    try {
      return await this.timelines.ofAnybody(id, caller);
    } catch (error) {
      if (error instanceof Refusal && error.code === 'not_found') return null;
      throw error;
    }
  }
}

/** Commands are no messages. */
const namesIn = (events: TimelineResource['events']): MessageName[] =>
  events.flatMap(({ id, service, type }) => {
    const [, streamId, version] = /^(.+)\/(\d{1,9})$/s.exec(id) ?? [];
    return streamId && !type.startsWith('command.') ? [{ service, streamId, version: Number(version) }] : [];
  });

const nameOf = ({ service, streamId, version }: MessageName): string => `${service}:${streamId}/${version}`;
