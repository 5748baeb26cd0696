import { ScreeningProvider } from '@corridor/screening';

/** Without a provider everything waits: it never passes unseen. */
export class AbsentProvider extends ScreeningProvider {
  override readonly isSimulated = false;

  override screen(): Promise<never> {
    return Promise.reject(new Error('no screening provider is configured'));
  }
}
