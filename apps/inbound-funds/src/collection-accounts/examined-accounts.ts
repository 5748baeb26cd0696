import { ProviderClient, SystemClock, outside } from '@corridor/platform';
import { collectionAccountSettings } from './collection-account-settings.js';

/** The provider of collection accounts. It has no list of them: any response but a refused credential says that it is there. */
export const examinedAccounts = outside(
  'source of collection accounts',
  collectionAccountSettings,
  async ({ adapter, url, key }) => {
    if (adapter !== 'http' || !url || !key) return null;
    await new ProviderClient({ url, key }, new SystemClock()).request('GET', 'accounts', (status) => {
      if (status === 401 || status === 403) throw new Error(`the response was ${status}`);
    });
    return { detail: `${new URL(url).host} lets us in` };
  },
);
