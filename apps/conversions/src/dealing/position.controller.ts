import { type DealingPositionResource, schemas } from '@corridor/conversions-contract';
import { Database } from '@corridor/event-store';
import { ForOperator, Operation, OperatorGuard, Requires, Returns, operatorSearches } from '@corridor/http';
import { Clock, dateOf, decimalText, money, nowOf } from '@corridor/kernel';
import { Controller, Get, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { blotter } from './blotter.view.js';

export const BlotterSearches = operatorSearches(blotter, {
  path: 'dealing/blotter',
  tag: 'Dealing',
  operation: 'searchBlotter',
  words: 'the conversions of all clients, with the market at the time',
});

/** What is open, from the sums. $1: today, from which on hedges count. */
export const POSITION = `SELECT * FROM (
     SELECT ccy_code AS "ccyCode", value_date AS "valueDate", clients_minor::text AS clients,
       (CASE WHEN value_date >= $1 THEN hedges_minor ELSE 0 END)::text AS hedges
     FROM dealing_position
   ) AS open WHERE clients <> '0' OR hedges <> '0' ORDER BY "ccyCode", "valueDate"`;

/** What all open trades come to. */
@ApiTags('Dealing')
@ForOperator()
@UseGuards(OperatorGuard)
@Controller('operator/v1/dealing/position')
export class PositionController {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Operation(
    'getDealingPosition',
    'Returns the position by currency and value date',
    'Of all conversions that are BOOKED, from the moment of their booking, and of the hedges that are not cancelled, until the end of their value date (UTC).',
  )
  @Returns(schemas.dealingPosition)
  @Requires('dealing:read')
  @Get()
  async get(): Promise<DealingPositionResource> {
    const asOf = nowOf(this.clock);
    const rows = await this.database.query<{
      ccyCode: string;
      valueDate: string;
      clients: string;
      hedges: string;
    }>(POSITION, [dateOf(asOf)]);
    const positions = rows.map(({ ccyCode, valueDate, clients, hedges }) => {
      const amount = (minor: bigint) => Number(decimalText(money(ccyCode, minor)));
      return {
        ccyCode,
        valueDate,
        clients: amount(BigInt(clients)),
        hedges: amount(BigInt(hedges)),
        net: amount(BigInt(clients) + BigInt(hedges)),
      };
    });
    return { asOf, positions };
  }
}
