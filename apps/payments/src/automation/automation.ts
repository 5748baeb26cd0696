import type { Environment } from '@corridor/kernel';
import { followsTestClocks } from '@corridor/platform';
import type { ModuleMetadata } from '@nestjs/common';
import { simulatorsIn } from '../simulators.controller.js';
import { Awaited } from './awaited.js';
import { Departures } from './departures.js';
import { DuePayments } from './due-payments.js';
import { PaymentReleaseJob } from './payment-release-job.js';
import { Desk } from './desk.js';
import { Releases } from './releases.js';
import { MovedPriceHealth } from '../payment-instruction/moved-price-health.js';
import { Clearance, Unscreened } from '../screening/clearance.js';
import { RescreeningJob } from '../screening/rescreening-job.js';
import { ScreeningJob } from '../screening/screening-job.js';
import { ScreeningOutcomes } from '../screening/screening-outcomes.js';
import { ScreeningRequests } from '../screening/screening-requests.js';
import { Screenings } from '../screening/screenings.js';
import { SimulatedRequests } from '../screening/simulated-requests.js';
import { UnscreenedJob } from '../screening/unscreened-job.js';

const screening = [Screenings, ScreeningJob, RescreeningJob];

/**
 * Who advances instructions: the client's simulators and its test clock in the SANDBOX, screening, the desk and the clock
 * in PRODUCTION.
 */
export function automationIn(environment: Environment): Pick<ModuleMetadata, 'controllers' | 'providers'> {
  if (environment === 'PRODUCTION')
    return {
      controllers: [Desk, ScreeningRequests, ScreeningOutcomes],
      providers: [
        Departures,
        Releases,
        Awaited,
        PaymentReleaseJob,
        MovedPriceHealth,
        ...screening,
        UnscreenedJob,
        { provide: Clearance, useExisting: Screenings },
      ],
    };
  const { controllers, providers } = followsTestClocks('payments', DuePayments);
  return {
    controllers: [...simulatorsIn(environment), SimulatedRequests, ScreeningOutcomes, ...controllers],
    providers: [Departures, ...screening, { provide: Clearance, useClass: Unscreened }, ...providers],
  };
}
