import { NoIdempotencyKey, Public, Received, type ReceivedRequest } from '@corridor/http';
import { Clock, refuse } from '@corridor/kernel';
import { Controller, Inject, Logger, Post } from '@nestjs/common';
import type { ConfigType } from '@nestjs/config';
import { ApiExcludeController } from '@nestjs/swagger';
import { CreditReports } from '../../submission/credit-reports.js';
import { StatementReports } from '../../submission/statement-reports.js';
import { SubmissionReports } from '../../submission/submission-reports.js';
import { railSettings } from '../rail-settings.js';
import { isSigned } from './signature.js';
import { type ProviderEvent, eventIn } from './wire.js';

const SAID_EVERY_MS = 60_000;

/** What a provider says by itself. Everybody can send something here: only what is signed is read. */
@Public()
@ApiExcludeController()
@Controller('provider/v1/callbacks')
export class CallbackController {
  private readonly log = new Logger('Bank');
  /** Since the last line of the log about them. */
  private forged = 0;
  private forgedSaidOn = 0;

  constructor(
    @Inject(railSettings.KEY) private readonly settings: ConfigType<typeof railSettings>,
    private readonly reports: SubmissionReports,
    private readonly credits: CreditReports,
    private readonly statements: StatementReports,
    private readonly clock: Clock,
  ) {}

  /**
   * Takes one event. A 200 says that it is stored; without one the provider sends it again, or Corridor finds it when it asks.
   * @throws Refusal `not_found` unless callbacks are expected, `unauthenticated`, `invalid_request`
   */
  @NoIdempotencyKey()
  @Post()
  async receive(@Received() { headers, bytes, body }: ReceivedRequest): Promise<null> {
    const { adapter, callbackKeys } = this.settings;
    if (adapter !== 'http' || !callbackKeys) throw refuse('not_found');
    if (!isSigned(headers, bytes, callbackKeys, this.clock.now())) {
      this.noteForged();
      throw refuse('unauthenticated');
    }
    const { report, credit, part } = this.read(body);
    if (report) await this.reports.take([report]);
    if (credit) await this.credits.take([credit]);
    if (part) await this.statements.take(part);
    return null;
  }

  /** Everybody can send them: a line a minute. */
  private noteForged(): void {
    this.forged++;
    const now = this.clock.now().getTime();
    if (now < this.forgedSaidOn + SAID_EVERY_MS) return;
    this.log.warn(`callbacks that are not signed by the provider, or too old: ${this.forged}`);
    [this.forged, this.forgedSaidOn] = [0, now];
  }

  private read(body: unknown): ProviderEvent {
    try {
      return eventIn(body, this.settings.accounts);
    } catch (error) {
      const { message } = error as Error;
      this.log.error(`a callback of the provider is not understood: ${message}`);
      throw refuse('invalid_request', message);
    }
  }
}
