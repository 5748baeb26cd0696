import { EventStore } from '@corridor/event-store';
import {
  Body,
  Command,
  type CommandContext,
  ForOperator,
  FourEyes,
  Idempotent,
  IsCurrencyCode,
  IsFlag,
  IsList,
  IsMoney,
  IsNullableField,
  IsRecord,
  Operation,
  OperatorGuard,
  Requires,
  Returns,
  countryCode,
  oneOf,
  secondPerson,
} from '@corridor/http';
import { type Money, fromResource, moneyText, toResource } from '@corridor/kernel';
import { type ReviewRulesResource, schemas } from '@corridor/payments-contract';
import { Controller, Get, Put, UseGuards } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { RULES, type RiskRating, reviewRules, setRules } from './review-rules.js';
import { Reviews } from './reviews.js';

class AmountBody {
  @IsCurrencyCode()
  ccyCode: string;

  @IsMoney(({ ccyCode }) => ccyCode, { isZeroAllowed: true })
  value: Money;
}

class ReviewRulesBody {
  @ApiProperty({ description: 'Of clients, of senders, of beneficiaries and their banks.' })
  @IsList(countryCode, { max: 250, unique: true })
  countries: string[];

  @ApiProperty({ description: 'At the mid of the market in other currencies. Null: no amount.' })
  @IsNullableField()
  @IsRecord(() => AmountBody)
  paymentsAbove: AmountBody | null;

  @IsFlag()
  firstPayments: boolean;

  @ApiProperty({ description: 'Payments of clients whom staff have rated so.' })
  @IsList(oneOf(schemas.ratings), { max: schemas.ratings.length, unique: true })
  riskRatings: RiskRating[];
}

/** What staff look at although no list has it (production.md §4). */
@ApiTags('Screening')
@ForOperator()
@UseGuards(OperatorGuard)
@Controller('operator/v1/screening/review-rules')
export class ReviewRulesController {
  constructor(
    private readonly store: EventStore,
    private readonly reviews: Reviews,
  ) {}

  @Operation(
    'getReviewRules',
    'Returns the rules of manual review',
    'What they name opens a case of the kind REVIEW, also without a hit.',
  )
  @Returns(schemas.reviewRules)
  @Requires('policy:read')
  @Get()
  get(): Promise<ReviewRulesResource> {
    return this.reviews.rules();
  }

  @Operation(
    'setReviewRules',
    'Sets the rules of manual review',
    'They replace the earlier version, for what is screened for the first time from now on, and for what is paid to a beneficiary that has changed. In a sandbox only who is on the simulated list is screened.',
  )
  @Returns(schemas.reviewRules)
  @Requires('policy:write')
  @FourEyes('policy')
  @Idempotent()
  @Put()
  async set(@Body() body: ReviewRulesBody, @Command() command: CommandContext) {
    const { countries, firstPayments, riskRatings } = body;
    const paymentsAbove = body.paymentsAbove && toResource(body.paymentsAbove.value);
    const rules = { countries, paymentsAbove, firstPayments, riskRatings };
    const before = described(await this.reviews.rules());
    secondPerson(command, 'policy', `Staff review ${described(rules)}. Before: ${before}.`);
    return this.store.handle(reviewRules, RULES, setRules(rules), {
      ...command,
      response: { as: (row: Stored) => asShown(row) },
    });
  }
}

type Rules = Pick<ReviewRulesResource, 'countries' | 'paymentsAbove' | 'firstPayments' | 'riskRatings'>;

/** For the second person. */
function described({ countries, paymentsAbove, firstPayments, riskRatings }: Rules): string {
  const above = paymentsAbove ? `above ${moneyText(fromResource(paymentsAbove))}` : 'of no amount';
  const first = firstPayments ? 'each first payment to a beneficiary' : 'no first payments';
  const rated = riskRatings.length > 0 ? `payments of clients rated ${riskRatings.join(', ')}` : 'no ratings';
  return `the countries ${countries.join(', ') || '–'}, payments ${above}, ${first}, ${rated}`;
}

type Stored = ReviewRulesResource & { readonly id: string };

const asShown = ({ id: _, ...shown }: Stored): ReviewRulesResource => shown;
