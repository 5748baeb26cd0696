import { pageTexts } from '../../texts/texts.js';

const en = {
  detail: (client: string) =>
    `Who acts for ${client}. Support adds and disables users, and sets who is a checker, always by two people.`,
  name: 'Name',
  you: 'you',
  role: 'Role',
  checker: 'Checker',
  checkerUpTo: (amount: string) => `Checker up to ${amount}`,
  maker: (amount: string) => `Maker above ${amount}`,
  permissions: 'Permissions',
  lastLogin: 'Last sign-in',
  never: 'never',
  none: 'No users yet',
  noneDetail:
    'With a second user, one of you can create a payment and the other one approve it. Ask support.',
};

const de: typeof en = {
  detail: (client) =>
    `Wer für ${client} handelt. Der Support legt Benutzer an, sperrt sie und stellt ein, wer Prüfer ist, immer zu zweit.`,
  name: 'Name',
  you: 'Sie',
  role: 'Rolle',
  checker: 'Prüfer',
  checkerUpTo: (amount) => `Prüfer bis ${amount}`,
  maker: (amount) => `Über ${amount} mit Freigabe`,
  permissions: 'Rechte',
  lastLogin: 'Letzte Anmeldung',
  never: 'nie',
  none: 'Noch keine Benutzer',
  noneDetail:
    'Zu zweit kann einer eine Zahlung anlegen und der andere sie freigeben. Fragen Sie den Support.',
};

export const useTeamTexts = pageTexts({ en, de });
