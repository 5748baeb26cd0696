import { pageTexts } from '../../texts/texts.js';

const en = {
  all: (ccyCode: string) => `All wallets, in ${ccyCode}`,
  shown: 'Balance of',
  range: 'Period',
  days: (count: number) => `${count} days`,
  chart: (ccyCode: string, from: string, to: string, first: string, last: string) =>
    `Balance in ${ccyCode} at the end of each day from ${from} to ${to}: ${first} on the first day, ${last} on the last.`,
  endOf: (day: string) => `At the end of ${day}`,
  today: 'Now',
  since: (change: string, from: string) => `${change} since ${from}`,
  rates: 'Valued at today’s rates',
  ratesDetail: (ccyCode: string) =>
    `Every day is converted at the same rates, so the line moves only when money does. The rates are indicative: what you would get in ${ccyCode} for one unit now, your margin included.`,
  asOf: (moment: string) => `Rates of ${moment}.`,
  rate: (base: string, rate: string, quote: string) => `1 ${base} = ${rate} ${quote}`,
  withoutRate: (currencies: string) => `Not in it, because the market quotes no rate: ${currencies}.`,
  table: 'The days on which it changed',
  day: 'Day',
  still: 'No money moved in this period.',
  noMovement: 'Nothing to draw yet',
  noMovementDetail:
    'The chart begins with the first money that arrives in a wallet. In the sandbox, simulate a credit:',
};

const de: typeof en = {
  all: (ccyCode) => `Alle Wallets, in ${ccyCode}`,
  shown: 'Guthaben von',
  range: 'Zeitraum',
  days: (count) => `${count} Tage`,
  chart: (ccyCode, from, to, first, last) =>
    `Guthaben in ${ccyCode} am Ende jedes Tages vom ${from} bis zum ${to}: ${first} am ersten Tag, ${last} am letzten.`,
  endOf: (day) => `Am Ende des ${day}`,
  today: 'Jetzt',
  since: (change, from) => `${change} seit ${from}`,
  rates: 'Bewertet zu den Kursen von heute',
  ratesDetail: (ccyCode) =>
    `Alle Tage sind zu denselben Kursen umgerechnet: Die Linie bewegt sich nur, wenn sich Geld bewegt. Die Kurse sind unverbindlich: was Sie jetzt in ${ccyCode} für eine Einheit bekämen, mit Ihrer Marge.`,
  asOf: (moment) => `Kurse von ${moment}.`,
  rate: (base, rate, quote) => `1 ${base} = ${rate} ${quote}`,
  withoutRate: (currencies) => `Nicht enthalten, weil der Markt keinen Kurs stellt: ${currencies}.`,
  table: 'Die Tage, an denen es sich geändert hat',
  day: 'Tag',
  still: 'In diesem Zeitraum hat sich kein Geld bewegt.',
  noMovement: 'Noch nichts zu zeichnen',
  noMovementDetail:
    'Das Diagramm beginnt mit dem ersten Geld, das in einem Wallet eingeht. Simulieren Sie in der Sandbox einen Eingang:',
};

export const useBalanceTexts = pageTexts({ en, de });
