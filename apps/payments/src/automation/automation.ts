import type { Environment } from '@corridor/kernel';
import type { ModuleMetadata } from '@nestjs/common';
import { simulatorsIn } from '../simulators.controller.js';
import { PaymentReleaseJob } from './payment-release-job.js';
import { Desk } from './desk.js';
import { NoScreening, Screening } from './screening.js';

/** Who advances instructions: the client's simulators in the SANDBOX, the desk and the clock in PRODUCTION. */
export const automationIn = (
  environment: Environment,
): Pick<ModuleMetadata, 'controllers' | 'providers'> => ({
  controllers: environment === 'PRODUCTION' ? [Desk] : simulatorsIn(environment),
  providers:
    environment === 'PRODUCTION' ? [PaymentReleaseJob, { provide: Screening, useClass: NoScreening }] : [],
});
