import { pageTexts } from '../../texts/texts.js';

const en = {
  wallet: 'Wallet',
  from: 'From',
  to: 'To',
  utc: 'Days are those of UTC, and both are included.',
  show: 'Show',
  periods: 'Usual periods',
  period: { thisMonth: 'This month', lastMonth: 'Last month', thisYear: 'This year' },
  opening: 'Opening balance',
  credits: 'Credits',
  debits: 'Debits',
  closing: 'Closing balance',
  adds: 'Opening balance and credits, less debits, come to the closing balance.',
  download: 'Download',
  downloading: 'Downloading …',
  format: { pdf: 'for people', csv: 'for spreadsheets', 'camt.053': 'for accounting, as banks send it' },
  none: 'Nothing moved in this period',
  noneDetail:
    'The wallet begins and ends it with the same balance. Choose another period, or download the statement as it is: auditors want those too.',
  more: (shown: number, count: number) =>
    `The first ${shown} of ${count} transactions. The files have all of them.`,
};

const de: typeof en = {
  wallet: 'Wallet',
  from: 'Von',
  to: 'Bis',
  utc: 'Es gelten Tage in UTC; beide zählen mit.',
  show: 'Anzeigen',
  periods: 'Übliche Zeiträume',
  period: { thisMonth: 'Dieser Monat', lastMonth: 'Letzter Monat', thisYear: 'Dieses Jahr' },
  opening: 'Anfangssaldo',
  credits: 'Gutschriften',
  debits: 'Belastungen',
  closing: 'Endsaldo',
  adds: 'Anfangssaldo und Gutschriften ergeben abzüglich der Belastungen den Endsaldo.',
  download: 'Herunterladen',
  downloading: 'Wird heruntergeladen …',
  format: { pdf: 'für Menschen', csv: 'für Tabellen', 'camt.053': 'für die Buchhaltung, wie von Banken' },
  none: 'In diesem Zeitraum hat sich nichts bewegt',
  noneDetail:
    'Das Wallet beginnt und beendet ihn mit demselben Saldo. Wählen Sie einen anderen Zeitraum, oder laden Sie den Auszug so herunter: auch solche wollen Prüfer sehen.',
  more: (shown, count) => `Die ersten ${shown} von ${count} Umsätzen. Die Dateien haben alle.`,
};

export const useStatementTexts = pageTexts({ en, de });
