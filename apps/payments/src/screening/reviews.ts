import { Database } from '@corridor/event-store';
import { OPERATOR } from '@corridor/http';
import { type MoneyResource, fromResource } from '@corridor/kernel';
import { type ReviewRulesResource, mayBe } from '@corridor/payments-contract';
import { type ScreeningSubject, isDisguised, isName } from '@corridor/screening';
import { Injectable } from '@nestjs/common';
import { isRefused } from '../policy/payment-policy.js';
import { Policies } from '../policy/policies.js';
import { Rates } from '../rates.js';
import { type Order, RULES, type RiskRating, noRules, reasonsFor } from './review-rules.js';

const NOTHING_SET: ReviewRulesResource = {
  ...noRules,
  countries: [],
  riskRatings: [],
  ...{ version: 0, setBy: null, setOn: null },
};

/** Why somebody in a refused country is looked at. */
export const refusedReason = (country: string) => `Refused country: ${country}`;
const refusedCurrency = (ccyCode: string) => `Refused currency: ${ccyCode}`;
const NOBODY_NAMED = 'Nobody is named';
const DISGUISED = 'A name has characters that are not shown, or change the direction of the text';
const CLIENT_UNDER_REVIEW = 'The client is under review, or blocked';

/** Whether the policy refuses what the case is about, or it is money for a client under review: one person alone does not release it. */
export const isForTwo = (reviewReasons: readonly string[]): boolean =>
  reviewReasons.some(
    (reason) => reason === CLIENT_UNDER_REVIEW || /^Refused (country|currency): /.test(reason),
  );

/** The rules in force, and what they say about somebody. */
@Injectable()
export class Reviews {
  constructor(
    private readonly database: Database,
    private readonly rates: Rates,
    private readonly policies: Policies,
  ) {}

  async rules(): Promise<ReviewRulesResource> {
    const [row] = await this.database.query<{ data: Partial<ReviewRulesResource> & { id?: string } }>(
      'SELECT data FROM review_rules WHERE id = $1',
      [RULES],
    );
    const { id: _, ...rules } = row?.data ?? {};
    return { ...NOTHING_SET, ...rules };
  }

  async keepRating(clientId: string, riskRating: RiskRating): Promise<void> {
    await this.database.query(
      `INSERT INTO client_rating (client_id, risk_rating) VALUES ($1, $2)
       ON CONFLICT (client_id) DO UPDATE SET risk_rating = excluded.risk_rating`,
      [clientId, riskRating],
    );
  }

  /** A beneficiary itself is not reviewed: each payment to it is. */
  async reasonsFor(subject: ScreeningSubject): Promise<string[]> {
    if (subject.type === 'BENEFICIARY') return [];
    const always = [
      ...(subject.names.some(isName) ? [] : [NOBODY_NAMED]),
      ...(subject.names.some(isDisguised) ? [DISGUISED] : []),
      ...(await this.refusedCountriesOf(subject)),
    ];
    const rules = await this.rules();
    if (rules.version === 0) return always;
    const { quotes } = await this.rates.now();
    return [...always, ...reasonsFor(rules, subject, await this.orderOf(subject), quotes)];
  }

  /** Money that was received: for whom, or in what currency, it may not be credited without a decision. */
  async reasonsToHold({ clientId }: ScreeningSubject, receivedCcyCode: string | null): Promise<string[]> {
    if (receivedCcyCode === null) return [];
    const isRefused = !mayBe(await this.policies.now(), receivedCcyCode, 'received');
    return [
      ...(isRefused ? [refusedCurrency(receivedCcyCode)] : []),
      ...((await this.isHeld(clientId)) ? [CLIENT_UNDER_REVIEW] : []),
    ];
  }

  /** Whether a case about the client is open, or BLOCKED. */
  async isHeld(clientId: string): Promise<boolean> {
    const cases = await this.database.query(
      `SELECT FROM screening_case
       WHERE client_id = $2 AND subject_id = $1 AND status IN ('OPEN', 'ASSIGNED', 'BLOCKED') LIMIT 1`,
      [clientId, OPERATOR.id],
    );
    return cases.length > 0;
  }

  /** Of a client or a sender: who is paid is refused by itself. */
  async refusedCountriesOf({
    type,
    countries,
  }: Pick<ScreeningSubject, 'type' | 'countries'>): Promise<string[]> {
    if (type !== 'CLIENT' && type !== 'SENDER') return [];
    const policy = await this.policies.now();
    return countries.filter((one) => isRefused(one, policy)).map(refusedReason);
  }

  /** Payments that are under way at the same time are all first. */
  private async orderOf({ id, clientId }: ScreeningSubject): Promise<Order | null> {
    const [order] = await this.database.query<{ amount: MoneyResource | null } & Omit<Order, 'amount'>>(
      `SELECT o.amount, NOT EXISTS (
         SELECT FROM payment p
         WHERE p.client_id = $2 AND p.beneficiary_id = o.beneficiary_id AND p.status = 'SENT'
       ) AS "isFirst", (SELECT risk_rating FROM client_rating WHERE client_id = $2) AS "riskRating"
       FROM (
         SELECT beneficiary_id, data #> '{indicativePrice,buyAmount}' AS amount FROM payment_instruction WHERE id = $1
         UNION ALL SELECT beneficiary_id, data -> 'amount' FROM payment WHERE id = $1
       ) AS o`,
      [id, clientId],
    );
    return order ? { ...order, amount: order.amount && fromResource(order.amount) } : null;
  }
}
