import { Readable } from 'node:stream';
import { Extension, IsOptionalField, IsWholeNumber, Operation, Refuses, TheCaller } from '@corridor/http';
import type { Caller } from '@corridor/kernel';
import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiProperty, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EVENT_EXAMPLE } from './event-example.js';
import { EventStreams } from './event-streams.js';

const MAX_SECONDS = 86_400;

class EventsQuery {
  @ApiProperty({
    description:
      'Ends the stream after so many seconds. `0` ends it when everything is sent that there is. By default it goes on.',
  })
  @IsOptionalField()
  @IsWholeNumber({ min: 0, max: MAX_SECONDS })
  maxSeconds: number | null;
}

const LAST_EVENT_ID = 'last-event-id';

/** ADR 79: an extension. */
@ApiTags('Events')
@Extension()
@Controller('v1/events')
export class EventController {
  constructor(private readonly streams: EventStreams) {}

  @Operation(
    'streamEvents',
    'Streams what happens',
    'Server-sent events: the events of webhooks, about the records that your permissions let you read, each as soon as it has happened. `data` is the body of a webhook, with the id of the event; send that as `Last-Event-ID` to go on after it, with nothing lost in between. Without it the stream begins with what happens next. See [the guide](/docs/guide/events).',
  )
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: 'The id of the last event that you have processed, or the last `id` of the stream.',
    schema: { type: 'string', pattern: '^\\d{1,9}-\\d{1,15}$', examples: ['0-1041'] },
  })
  @ApiResponse({
    status: 200,
    description: 'A stream of events, with an `id` alone every 15 seconds if there is none.',
    content: {
      'text/event-stream': {
        schema: { type: 'string' },
        examples: { events: { summary: 'One event', value: EVENT_EXAMPLE } },
      },
    },
  })
  @Refuses('events_expired', 'too_many_streams')
  @Get()
  async stream(
    @Query() { maxSeconds }: EventsQuery,
    @TheCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const texts = await this.streams.open({
      after: request.headers[LAST_EVENT_ID]?.toString() ?? null,
      maxSeconds: request.method === 'HEAD' ? 0 : maxSeconds,
      ...{ request, reply, caller },
    });
    await reply
      .header('content-type', 'text/event-stream; charset=utf-8')
      .header('x-accel-buffering', 'no') // of a proxy that would wait for more
      .send(Readable.from(texts, { highWaterMark: 1 }));
  }
}
