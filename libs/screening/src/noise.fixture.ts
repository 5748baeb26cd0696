import type { ListEntry } from './entry.js';

const list = (words: string) => words.trim().split(/\s+/);

const given = list(`
  Sergey Andrei Dmitry Ivan Pavel Igor Oleg Yuri Anna Elena Olga Natalia Maria Irina Svetlana Viktor Nikolai Alexei Mikhail
  Muhammad Ahmed Ali Hassan Hussein Omar Khalid Yusuf Ibrahim Tariq Rashid Salim Karim Fatima Layla Nadia Samir Rami Jamal
  Johannes Peter Thomas Jurgen Carlos Luis Pedro Jose Maria Ana Marco Giulia Jean Marie Francois John David Robert Michael
  Wei Li Ming Xiu Jian Hong Jong Min Sung Ho Nguyen Van Thi Emeka Chidi Ngozi Chinwe Kofi Amina Georgi Ivanka Milos Dragan`);
const family = list(`
  Ivanov Petrov Sidorov Smirnov Kuznetsov Popov Sokolov Lebedev Kozlov Novikov Morozov Volkov Pavlov Semenov Golubev Belov
  Hassan Hussein Mahmoud Salim Khan Rahman Hamdan Nasser Aziz Karimi Hosseini Ahmadi Rezaei Moradi Jafari Sultan Qureshi
  Muller Schmidt Weber Fischer Garcia Lopez Martinez Perez Sanchez Rossi Russo Ferrari Dubois Laurent Smith Brown Johnson
  Zhang Wang Li Liu Chen Yang Zhao Huang Zhou Wu Kim Park Choi Nguyen Tran Okafor Obi Mensah Diallo Dimitrov Todorov Jovanovic`);
const trades = list(
  'Trading Shipping Maritime Petroleum Engineering Holding Services Construction Minerals Technology Electronics Exchange',
);
const colours = list(
  'Northern Southern Eastern Golden Silver Royal United General Global National Blue Grand First New Delta',
);
const syllables = list(
  'ba ko ri ta mel dor san vik lu pra ten zo gar nim hal ser tu chi fon wes ak rul bi mor',
);

/** A repeatable sequence of numbers from 0 to 1: Park and Miller, 1988. */
function sequence(seed: number): () => number {
  let at = seed;
  return () => (at = (at * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** Entries like those of real lists, with three names each: a third companies, a third of the surnames rare. */
export function noise(count: number, seed = 7): ListEntry[] {
  const next = sequence(seed);
  const one = (words: readonly string[]) => words[Math.floor(next() * words.length)]!;
  const rare = () => Array.from({ length: 2 + Math.floor(next() * 3) }, () => one(syllables)).join('');
  const person = () =>
    `${(next() < 0.34 ? rare() : one(family)).toUpperCase()}, ${one(given)}${next() < 0.5 ? ` ${one(given)}` : ''}`;
  const company = () =>
    `${next() < 0.3 ? `${one(colours)} ` : ''}${rare()} ${one(trades)} ${next() < 0.5 ? 'LLC' : 'Co.'}`;
  return Array.from({ length: count }, (_, index) => {
    const isCompany = next() < 0.34;
    const name = isCompany ? company : person;
    return {
      id: `noise-${index}`,
      party: isCompany ? 'ORGANISATION' : 'PERSON',
      names: [
        { text: name(), quality: 'PRIMARY' },
        { text: name(), quality: 'STRONG' },
        { text: name(), quality: 'WEAK' },
      ],
      birthDates: isCompany ? [] : [{ from: `${1940 + Math.floor(next() * 60)}-01-01`, to: '2000-12-31' }],
      countries: [],
      programme: 'NOISE',
    };
  });
}
