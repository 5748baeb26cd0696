import type { Texts } from './texts.js';

export const query: Texts['query'] = {
  label: 'Abfrage',
  build: 'Abfrage bauen',
  close: 'Abfrage schließen',
  hint: 'Vorschläge kommen beim Tippen; Enter sucht.',
  syntax: 'Abfragesprache',
  saveView: 'Ansicht speichern',
  viewName: 'Name der Ansicht',
  save: 'Speichern',
  removeView: (name) => `Ansicht ${name} entfernen`,
  share: 'Link kopieren',
  export: (format) => `Als ${format} exportieren`,
  exporting: (count) => `${count} …`,
};
