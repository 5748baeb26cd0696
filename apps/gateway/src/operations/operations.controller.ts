import {
  type DeadLetterResource,
  type LagsResource,
  type MessageTraceResource,
  type OperationsStatusResource,
  type RetentionPoliciesResource,
  type ServiceReportResource,
  type StuckRecordsResource,
  schemas,
} from '@corridor/gateway-contract';
import { ForOperator, Operation, OperatorGuard, Requires, Returns, TheCaller } from '@corridor/http';
import { type Caller, refuse } from '@corridor/kernel';
import { StuckQuery } from '@corridor/platform';
import { Controller, Get, Param, Query, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AskedServices } from './asked-services.js';
import { MessageTraces } from './message-traces.js';

/** How all services are (ADR 83). */
@ApiTags('Operations')
@ForOperator()
@UseGuards(OperatorGuard)
@Controller('operator/v1/ops')
export class OperationsController {
  constructor(
    private readonly services: AskedServices,
    private readonly traces: MessageTraces,
  ) {}

  @Operation(
    'getOperationsStatus',
    'Returns how all services are',
    'Health, relays, messages that wait, runs, schema and builds. `report` is null for a service that does not answer.',
  )
  @Returns(schemas.operationsStatus)
  @Requires('ops:read')
  @Get('status')
  async status(@TheCaller() caller: Caller): Promise<OperationsStatusResource> {
    const reports = await this.services.each<ServiceReportResource>('report', caller);
    const services = reports.map(([service, report]) => ({
      service,
      isWell: report?.isWell ?? false,
      report,
    }));
    return { isWell: services.every(({ isWell }) => isWell), services };
  }

  @Operation(
    'listLags',
    'Lists how far consumers are behind',
    'For each consumer and each service, those that are furthest behind first.',
  )
  @Returns(schemas.lags)
  @Requires('ops:read')
  @Get('lag')
  async lag(@TheCaller() caller: Caller): Promise<LagsResource> {
    const reports = answered(await this.services.each<ServiceReportResource>('report', caller));
    return reports
      .flatMap(({ consumers }) => consumers)
      .flatMap(({ consumer, lag }) => (lag ?? []).map((one) => ({ consumer, ...one })))
      .sort((a, b) => b.messages - a.messages);
  }

  @Operation(
    'listDeadLetters',
    'Lists the messages that services have not handled',
    'Of all services, read from their databases, with cause, age and attempts. `FAILED` was tried in vain, `BEHIND` waits for such a one about its record, `LOCKED` for a lock, `KEPT` for a later build, `FOREIGN` is of another history. The oldest first.',
  )
  @Returns(schemas.deadLetters)
  @Requires('ops:read')
  @Get('dead-letters')
  async deadLetters(@TheCaller() caller: Caller): Promise<DeadLetterResource[]> {
    const found = answered(await this.services.each<DeadLetterResource[]>('waiting-messages', caller));
    return found.flat().sort((a, b) => (a.since < b.since ? -1 : 1));
  }

  @Operation(
    'getMessageTrace',
    'Returns what happened, and where its messages are',
    'By the id of any record, request or trace: the timeline, and for its last 100 messages, and those that are not published yet, who has taken each and where it waits. A service that is not named has not got it yet, or does nothing with it.',
  )
  @Returns(schemas.messageTrace)
  @Requires('ops:read')
  @Get('trace/:id')
  trace(@Param('id') id: string, @TheCaller() caller: Caller): Promise<MessageTraceResource> {
    return this.traces.of(id, caller);
  }

  @Operation(
    'listStuckRecords',
    'Lists records that are stuck',
    'Payment instructions, payments, conversions, inbound funds and notifications in a status that is not final since before a moment, with what they wait for. The longest first.',
  )
  @Returns(schemas.stuckRecords)
  @Requires('ops:read')
  @Get('stuck')
  async stuck(@Query() { before }: StuckQuery, @TheCaller() caller: Caller): Promise<StuckRecordsResource> {
    const query = before === null ? '' : `?before=${encodeURIComponent(before)}`;
    const found = answered(await this.services.each<StuckRecordsResource>(`stuck-records${query}`, caller));
    return found.flat().sort((a, b) => (a.since < b.since ? -1 : 1));
  }

  @Operation(
    'listRetention',
    'Lists what is removed after a time',
    'In all services, with how much is older now, and when it was last removed.',
  )
  @Returns(schemas.retentionPolicies)
  @Requires('ops:read')
  @Get('retention')
  async retention(@TheCaller() caller: Caller): Promise<RetentionPoliciesResource> {
    return answered(await this.services.each<RetentionPoliciesResource>('retention-policies', caller)).flat();
  }
}

/** @throws Refusal unavailable that names the services without an answer */
function answered<Answer>(all: readonly (readonly [string, Answer | null])[]): Answer[] {
  const silent = all.filter(([, answer]) => answer === null).map(([service]) => service);
  if (silent.length > 0) throw refuse('unavailable', `No answer from ${silent.join(', ')}.`);
  return all.flatMap(([, answer]) => (answer === null ? [] : [answer]));
}
