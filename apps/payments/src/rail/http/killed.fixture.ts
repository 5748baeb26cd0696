/** A process of payments with a provider, for `killed.spec.ts`. */
import { ProviderClient } from '@corridor/platform';
import { lives, step } from '../kit/living.fixture.js';
import { HttpRail } from './http-rail.js';

class Steps extends ProviderClient {
  override request = <Result>(...args: Parameters<ProviderClient['request']>) =>
    step('request', () => super.request(...args)) as Promise<Result>;
}

lives((clock, url = '', key = '') => {
  const options = { bic: 'CORRGB2LXXX', accounts: null, everyMs: 0 };
  return new HttpRail(new Steps({ url, key }, clock), options, clock);
});
