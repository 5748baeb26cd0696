import type { Environment } from '@corridor/kernel';
import { followsTestClocks } from '@corridor/platform';
import type { ModuleMetadata } from '@nestjs/common';
import { simulatorsIn } from '../simulators.controller.js';
import { Departures } from './departures.js';
import { DuePayments } from './due-payments.js';
import { PaymentReleaseJob } from './payment-release-job.js';
import { Desk } from './desk.js';
import { NoScreening, Screening } from './screening.js';

/**
 * Who advances instructions: the client's simulators and its test clock in the SANDBOX, the desk and the clock in
 * PRODUCTION.
 */
export function automationIn(environment: Environment): Pick<ModuleMetadata, 'controllers' | 'providers'> {
  if (environment === 'PRODUCTION')
    return {
      controllers: [Desk],
      providers: [Departures, PaymentReleaseJob, { provide: Screening, useClass: NoScreening }],
    };
  const { controllers, providers } = followsTestClocks('payments', DuePayments);
  return {
    controllers: [...simulatorsIn(environment), ...controllers],
    providers: [Departures, ...providers],
  };
}
