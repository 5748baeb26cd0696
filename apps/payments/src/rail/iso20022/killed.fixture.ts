/** A process of payments with the file rail, for `killed.spec.ts`. */
import { relative, sep } from 'node:path';
import { lives, step } from '../kit/living.fixture.js';
import { originator } from './ach.fixture.js';
import { Files } from './files.js';
import { Iso20022Rail } from './iso20022-rail.js';

/** The folder of the rail in which something is. */
const folderOf = (path: string) => relative(process.argv[3] ?? '', path).split(sep)[0];

class Steps extends Files {
  override seen = (path: string) => step('look', () => super.seen(path));
  override makeFolder = (path: string) => step('make a folder', () => super.makeFolder(path));
  override digest = (path: string) => step('digest', () => super.digest(path));
  override remove = (path: string) => step('remove', () => super.remove(path));
  override move = (from: string, to: string) => step(`move to ${folderOf(to)}`, () => super.move(from, to));
  override replace = (folder: string, name: string, content: string | Uint8Array) =>
    step(`write to ${folderOf(folder)}`, () => super.replace(folder, name, content));
}

lives((clock, folder = '', account = '') => {
  const debtor = {
    ...{ holder: 'Corridor Payments Ltd', bic: 'CORRGB2LXXX' },
    accounts: new Map([['EUR', account]]),
  };
  const dialect = { characters: 'unicode', batchBooking: null } as const;
  const ach = { originator, holdDays: 2 };
  const accounts = new Map([
    ['EUR', [account]],
    ['GBP', [account, 'GB33BUKB20201555555555']],
  ]);
  const settings = { folder, debtor, accounts, message: 'pain.001', dialect, ach } as const;
  return new Iso20022Rail(settings, clock, new Steps());
});
