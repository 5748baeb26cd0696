/** A process of payments with the file rail, for `killed.spec.ts`. */
import { lives, step } from '../kit/living.fixture.js';
import { originator } from './ach.fixture.js';
import { Files } from './files.js';
import { Iso20022Rail } from './iso20022-rail.js';

class Steps extends Files {
  override seen = (path: string) => step(() => super.seen(path));
  override makeFolder = (path: string) => step(() => super.makeFolder(path));
  override digest = (path: string) => step(() => super.digest(path));
  override remove = (path: string) => step(() => super.remove(path));
  override move = (from: string, to: string) => step(() => super.move(from, to));
  override replace = (folder: string, name: string, content: string | Uint8Array) =>
    step(() => super.replace(folder, name, content));
}

lives((clock, folder = '', account = '') => {
  const debtor = {
    ...{ holder: 'Corridor Payments Ltd', bic: 'CORRGB2LXXX' },
    accounts: new Map([['EUR', account]]),
  };
  const dialect = { characters: 'unicode', batchBooking: null } as const;
  const ach = { originator, holdDays: 2 };
  const settings = { folder, debtor, message: 'pain.001', dialect, ach } as const;
  return new Iso20022Rail(settings, clock, new Steps());
});
