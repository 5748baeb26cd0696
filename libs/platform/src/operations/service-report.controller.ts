import { IsOptionalField, IsTimestamp, Operation, OperatorGuard, Requires, Returns } from '@corridor/http';
import { Clock, type Timestamp, timestamp } from '@corridor/kernel';
import { serviceReport, stuckRecords } from '@corridor/services';
import { Controller, Get, Param, Query, ServiceUnavailableException, UseGuards } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { type HealthCheckResult, HealthCheckService } from '@nestjs/terminus';
import { Readiness } from '../health/readiness.js';
import { OfService } from './of-service.js';
import { RunsOfServices } from './runs-of-services.js';
import { reportOf } from './service-report.js';
import { stuckSince } from './unfinished.js';

/** By default a record is stuck after an hour. */
const STUCK_MS = 60 * 60_000;

export class StuckQuery {
  @ApiProperty({ description: 'In the same status since before then. Default: an hour ago.' })
  @IsOptionalField()
  @IsTimestamp()
  before: Timestamp | null;
}

/** How one service is (ADR 83). */
@OfService()
@UseGuards(OperatorGuard)
@Controller('operator/v1/ops/:service')
export class ServiceReportController {
  constructor(
    private readonly services: RunsOfServices,
    private readonly readiness: Readiness,
    private readonly health: HealthCheckService,
    private readonly clock: Clock,
  ) {}

  @Operation('getServiceReport', 'Returns how a service is', 'And its messages.')
  @Returns(serviceReport)
  @Requires('ops:read')
  @Get('report')
  async report(@Param('service') service: string) {
    return reportOf(this.services.of(service).running, await this.problemsOf(service));
  }

  @Operation(
    'listStuckRecordsOfService',
    'Lists the records of a service that are stuck',
    'Those in a status that is not final, since before a moment, with what they wait for. The longest first, at most 100 of each kind.',
  )
  @Returns(stuckRecords)
  @Requires('ops:read')
  @Get('stuck-records')
  stuck(@Param('service') service: string, @Query() { before }: StuckQuery) {
    const { running } = this.services.of(service);
    const { name, unfinished = [] } = running.service;
    const since = before ?? timestamp(new Date(this.clock.now().getTime() - STUCK_MS));
    return stuckSince(running.db.database, name, unfinished, since);
  }

  /** What is not up, of this service and of what all share. */
  private async problemsOf(service: string) {
    const { details } = await this.health.check(this.readiness.indicators).catch((error: unknown) => {
      if (!(error instanceof ServiceUnavailableException)) throw error;
      return error.getResponse() as HealthCheckResult;
    });
    return Object.entries(details)
      .filter(([name, { status }]) => status !== 'up' && !isOfAnother(name, service))
      .map(([name, reported]) => ({ name, message: String(reported['message'] ?? reported.status) }));
  }
}

/** Indicators of a service begin with its name. */
const isOfAnother = (name: string, service: string): boolean =>
  / (database|disk|messages|relay)$/.test(name) && !name.startsWith(`${service} `);
