import { SystemClock, outside } from '@corridor/platform';
import { FolderExchange } from './iso20022/exchange.js';
import { Files } from './iso20022/files.js';
import { exchangeFrom, railSettings } from './rail-settings.js';

/** The folder for files of the bank, or its server, as the service uses them. */
export const examinedRail = outside('payment rail', railSettings, async (settings) => {
  const { adapter, folder } = settings;
  if (adapter !== 'iso20022' || !folder) return null;
  const atBank = exchangeFrom(settings, folder, new SystemClock())?.exchange;
  const onDisk = await new FolderExchange(folder, new Files()).look();
  const count = atBank ? await atBank.look() : onDisk;
  const where = atBank ? 'the server of the bank lets us in' : `files in ${folder}`;
  return { detail: `${where}; of the bank wait ${count}` };
});
