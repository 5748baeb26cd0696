import { SystemClock, outside } from '@corridor/platform';
import { httpRailFrom } from './http/http-settings.js';
import { FolderExchange } from './iso20022/exchange.js';
import { Files } from './iso20022/files.js';
import { exchangeFrom, railSettings } from './rail-settings.js';

/** The folder for files of the bank, its server, or the provider, as the service uses them. */
export const examinedRail = outside('payment rail', railSettings, async (settings) => {
  const { adapter, bic, folder, providerUrl } = settings;
  if (adapter === 'http' && bic && providerUrl) {
    const count = await httpRailFrom(settings, bic, settings.accounts, new SystemClock()).look();
    return { detail: `${new URL(providerUrl).host} lets us in; of its events wait ${count}` };
  }
  if (adapter !== 'iso20022' || !folder) return null;
  const atBank = exchangeFrom(settings, folder, new SystemClock())?.exchange;
  const onDisk = await new FolderExchange(folder, new Files()).look();
  const count = atBank ? await atBank.look() : onDisk;
  const where = atBank ? 'the server of the bank lets us in' : `files in ${folder}`;
  return { detail: `${where}; of the bank wait ${count}` };
});
