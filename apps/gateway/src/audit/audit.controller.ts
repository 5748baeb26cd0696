import { Readable } from 'node:stream';
import { ReadModels } from '@corridor/event-store';
import type { AuditedCommandResource } from '@corridor/gateway-contract';
import {
  Asking,
  type Asked,
  CheckedLater,
  ForOperator,
  IsOptionalField,
  IsText,
  LIMITS,
  Operation,
  OperatorGuard,
  Refuses,
  Requires,
  operatorSearches,
  requestedByQuery,
  checkedQuery,
} from '@corridor/http';
import { LISTED_FOR_STAFF, MAX_QUERY_BYTES, type Search, searchOf } from '@corridor/search';
import { Controller, Get, Query, Res, UseGuards } from '@nestjs/common';
import { ApiProperty, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { audit } from './audit.view.js';

@CheckedLater()
class AuditExportQuery {
  @ApiProperty({ description: 'As in the search. `on >= "2026-01-01"` exports what came since.' })
  @IsOptionalField()
  @IsText({ max: MAX_QUERY_BYTES, min: 0 })
  q: string | null;
}

const EXAMPLE: AuditedCommandResource = {
  ...{ id: 'aud_01K00000000000000000000001', on: '2026-11-21T09:30:00.000' },
  by: { id: 'stf_01K00000000000000000000001', name: 'Ines Almeida' },
  ...{ apiKeyId: null, client: null, operation: 'suspendClient', method: 'POST' },
  path: '/operator/v1/clients/cli_01K00000000000000000000001/suspend',
  ...{ recordId: 'cli_01K00000000000000000000001', outcome: 'SUCCEEDED', status: 200, problem: null },
  ...{ durationMs: 12, address: '203.0.113.7', userAgent: 'curl/8.5.0' },
  requestId: '2f1c7a52-4d8b-4a57-9d5c-0a4f3b6e8d11',
  ...{ traceId: '4bf92f3577b34da6a3ce929d0e0e4736', approvalId: null },
};

@ApiTags('Audit')
@ForOperator()
@UseGuards(OperatorGuard)
@Controller('operator/v1/audit')
export class AuditController {
  constructor(private readonly readModels: ReadModels) {}

  @Operation(
    'exportAudit',
    'Exports the audit',
    'The entries that a query finds, newest first, as JSON lines. A response that breaks off is incomplete.',
  )
  @ApiResponse({
    status: 200,
    description: 'One entry a line.',
    content: {
      'application/x-ndjson': {
        schema: { type: 'string' },
        examples: { entries: { summary: 'One entry', value: `${JSON.stringify(EXAMPLE)}\n` } },
      },
    },
  })
  @Refuses('query_too_slow')
  @Requires('audit:export')
  @Get('export')
  async export(@Query() query: AuditExportQuery, @Asking() { caller }: Asked, @Res() reply: FastifyReply) {
    const pages = this.readModels.pages(audit, await requested(query), caller);
    const first = await pages.next(); // a refusal is a problem, not a broken response
    const lines = async function* () {
      if (!first.done) yield linesOf(first.value);
      for await (const page of pages) yield linesOf(page);
    };
    // One page at a time: the next one is read when the connection has taken this one.
    const stream = Readable.from(lines(), { highWaterMark: 1 });
    await reply.header('content-type', 'application/x-ndjson; charset=utf-8').send(stream);
  }
}

const linesOf = (page: readonly string[]): string => `${page.join('\n')}\n`;

async function requested(query: AuditExportQuery): Promise<Search> {
  let search: Search | undefined;
  await checkedQuery(query, AuditExportQuery, ({ q }, isFine) => {
    const all = requestedByQuery({ q, sortBy: [], offset: 0, limit: LIMITS.max, cursor: null }, isFine);
    const { issues, ...checked } = searchOf(audit.searchable, all, 'export', LISTED_FOR_STAFF);
    search = checked.search;
    return issues;
  });
  return search as Search;
}

export const AuditSearches = operatorSearches(audit, {
  operation: 'searchAudit',
  words: 'the commands of staff and clients',
  tag: 'Audit',
});
