import { schemas } from '@corridor/gateway-contract';
import {
  Extension,
  ForOperator,
  Operation,
  OperatorGuard,
  Requires,
  Returns,
  TheCaller,
} from '@corridor/http';
import type { Caller } from '@corridor/kernel';
import { Controller, Get, Param, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Timelines } from './timeline.js';

/** production.md §8, for staff. */
@ApiTags('Operator')
@ForOperator()
@UseGuards(OperatorGuard)
@Controller('operator/v1/timeline')
export class OperatorTimelineController {
  constructor(private readonly timelines: Timelines) {}

  @Operation(
    'getStaffTimeline',
    'Returns what happened to a record or because of a request',
    'By the id of any record, request or trace: the messages of all services and the commands of staff and clients, each after the one that caused it, at most the last 500. They are there within a second or so.',
  )
  @Returns(schemas.timeline)
  @Requires('timeline:read')
  @Get(':id')
  get(@Param('id') id: string, @TheCaller() caller: Caller) {
    return this.timelines.ofAnybody(id, caller);
  }
}

/** production.md §8, for clients: an extension. */
@ApiTags('Timeline')
@Extension()
@Controller('v1/timeline')
export class TimelineController {
  constructor(private readonly timelines: Timelines) {}

  @Operation(
    'getTimeline',
    'Returns what happened to a record or because of a request',
    'By the id of one of your records, requests or traces: the events of all services, each after the one that caused it, at most the last 500, as far as your permissions let you read the records. They are there within a second or so.',
  )
  @Returns(schemas.timeline)
  @Get(':id')
  get(@Param('id') id: string, @TheCaller() caller: Caller) {
    return this.timelines.ofClient(id, caller);
  }
}
