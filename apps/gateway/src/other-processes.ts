import { setTimeout } from 'node:timers/promises';
import { EmbeddedCarrier, EventCarrier } from '@corridor/messaging';
import { type PlatformSettings, platformSettings } from '@corridor/platform';
import { Inject, Injectable } from '@nestjs/common';
import { KNOWN_MS } from './identities.js';

/** The other processes that authenticate requests, which remember identities for {@link KNOWN_MS}. */
@Injectable()
export class OtherProcesses {
  constructor(
    private readonly carrier: EventCarrier,
    @Inject(platformSettings.KEY) private readonly settings: PlatformSettings,
  ) {}

  /**
   * The result of a command, once no process remembers what was before it: who was locked out by it is so everywhere when
   * the response comes.
   */
  async afterAllForgot<Result>(command: Promise<Result>): Promise<Result> {
    const result = await command;
    if (this.exist) await setTimeout(KNOWN_MS);
    return result;
  }

  private get exist(): boolean {
    return this.settings.webConcurrency > 1 || !(this.carrier instanceof EmbeddedCarrier);
  }
}
