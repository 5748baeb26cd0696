import { refuse } from '@corridor/kernel';
import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { Runs } from './runs.js';

/** The services of this process, for the routes that name one. */
@Injectable()
export class RunsOfServices {
  constructor(private readonly modules: ModuleRef) {}

  /** @throws Refusal not_found for a service that is not in this process */
  of(service: string): Runs {
    const found = this.all().find((one) => one.service === service);
    if (!found) throw refuse('not_found');
    return found;
  }

  all(): Runs[] {
    return this.modules.get<Runs>(Runs, { strict: false, each: true });
  }
}
