import { pageTexts } from '../../texts/texts.js';

const en = {
  title: 'Versions',
  version: 'Version',
  shown: (version: number, last: number) => `Version ${version} of ${last}`,
  earlier: 'Earlier',
  later: 'Later',
  changes: 'What this version has changed',
  first: 'The record was created like this.',
  notKept: 'Only the last 100 versions are shown, so there is none to compare this one with.',
  none: 'No field has changed.',
  field: 'Field',
  before: 'Before',
  after: 'After',
  record: 'The record at this version',
};

const de: typeof en = {
  title: 'Versionen',
  version: 'Version',
  shown: (version, last) => `Version ${version} von ${last}`,
  earlier: 'Früher',
  later: 'Später',
  changes: 'Was diese Version geändert hat',
  first: 'So wurde der Datensatz angelegt.',
  notKept: 'Nur die letzten 100 Versionen werden gezeigt, diese lässt sich daher mit keiner vergleichen.',
  none: 'Kein Feld hat sich geändert.',
  field: 'Feld',
  before: 'Vorher',
  after: 'Nachher',
  record: 'Der Datensatz in dieser Version',
};

export const useVersionsTexts = pageTexts({ en, de });
