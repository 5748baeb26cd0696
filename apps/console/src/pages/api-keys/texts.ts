import { pageTexts } from '../../texts/texts.js';

const en = {
  detail:
    'A program sends its key as X-API-KEY. Each key acts for you, with your permissions or fewer of them: give every program one of its own, so that you can revoke it alone.',
  add: 'Create a key',
  none: 'No API keys yet',
  noneDetail:
    'Create one for the first program that uses the API. Its secret is shown once, when it is created.',
  active: 'Active keys',
  noActive: 'None of your keys is active.',
  revoked: (count: number) => (count === 1 ? '1 revoked key' : `${count} revoked keys`),
  created: 'Created',
  lastUsed: 'Last used',
  never: 'never',
  expires: 'Expires',
  revokedOn: 'Revoked',
  from: 'Works from',
  permissions: 'Permissions',
  ofAll: (count: number, all: number) => `${count} of ${all}`,
  expired: 'Expired',
  replace: 'Replace',
  revoke: 'Revoke',
  revokeOld: 'Revoke the old key',
  revokeTitle: (label: string) => `Revoke “${label}”?`,
  revokeDetail:
    'Requests with this key are refused from now on. This is permanent: a program that still uses it stops working.',
  revokeConfirm: 'Revoke for ever',
  keep: 'Keep it',
  replaceDetail: (label: string) =>
    `The new key has what “${label}” has. Both work until you revoke the old one, so nothing is interrupted.`,
  label: 'Label',
  labelDetail: 'The program that uses it, such as “ERP”.',
  scope: 'What it may do',
  scopes: {
    all: ['Everything that you may', 'With all of your permissions'],
    read: ['Only read', 'For reports and accounting: it can move no money'],
    some: ['Choose', 'Each permission by itself'],
  },
  choose: 'Choose one permission at least.',
  until: 'Works until (UTC)',
  untilDetail: 'Empty: until it is revoked.',
  addresses: 'Works from these addresses',
  addressesDetail: 'IP addresses or ranges such as 192.0.2.0/24, one on each line. Empty: from everywhere.',
  create: 'Create the key',
  secret: 'The key',
  secretDetail: 'Copy it now and keep it like a password: it is not shown again.',
  next: 'Give it to the program, see that it works, then revoke the old key.',
  done: 'I have copied it',
};

const de: typeof en = {
  detail:
    'Ein Programm sendet seinen Schlüssel als X-API-KEY. Jeder Schlüssel handelt für Sie, mit Ihren Rechten oder weniger davon: Geben Sie jedem Programm einen eigenen, damit Sie ihn allein widerrufen können.',
  add: 'Schlüssel anlegen',
  none: 'Noch keine API-Schlüssel',
  noneDetail:
    'Legen Sie einen für das erste Programm an, das die API benutzt. Sein Geheimnis wird einmal gezeigt, wenn er angelegt wird.',
  active: 'Aktive Schlüssel',
  noActive: 'Keiner Ihrer Schlüssel ist aktiv.',
  revoked: (count) => (count === 1 ? '1 widerrufener Schlüssel' : `${count} widerrufene Schlüssel`),
  created: 'Angelegt',
  lastUsed: 'Zuletzt benutzt',
  never: 'nie',
  expires: 'Läuft ab',
  revokedOn: 'Widerrufen',
  from: 'Gilt von',
  permissions: 'Rechte',
  ofAll: (count, all) => `${count} von ${all}`,
  expired: 'Abgelaufen',
  replace: 'Ersetzen',
  revoke: 'Widerrufen',
  revokeOld: 'Den alten widerrufen',
  revokeTitle: (label) => `„${label}“ widerrufen?`,
  revokeDetail:
    'Anfragen mit diesem Schlüssel werden ab sofort abgelehnt. Das ist endgültig: Ein Programm, das ihn noch benutzt, funktioniert nicht mehr.',
  revokeConfirm: 'Endgültig widerrufen',
  keep: 'Behalten',
  replaceDetail: (label) =>
    `Der neue Schlüssel hat, was „${label}“ hat. Beide gelten, bis Sie den alten widerrufen: Nichts wird unterbrochen.`,
  label: 'Bezeichnung',
  labelDetail: 'Das Programm, das ihn benutzt, etwa „ERP“.',
  scope: 'Was er darf',
  scopes: {
    all: ['Alles, was Sie dürfen', 'Mit allen Ihren Rechten'],
    read: ['Nur lesen', 'Für Berichte und Buchhaltung: er kann kein Geld bewegen'],
    some: ['Auswählen', 'Jedes Recht für sich'],
  },
  choose: 'Wählen Sie mindestens ein Recht.',
  until: 'Gilt bis (UTC)',
  untilDetail: 'Leer: bis er widerrufen wird.',
  addresses: 'Gilt von diesen Adressen',
  addressesDetail: 'IP-Adressen oder Bereiche wie 192.0.2.0/24, je Zeile eine. Leer: von überall.',
  create: 'Schlüssel anlegen',
  secret: 'Der Schlüssel',
  secretDetail:
    'Kopieren Sie ihn jetzt und verwahren Sie ihn wie ein Passwort: er wird nicht wieder gezeigt.',
  next: 'Geben Sie ihn dem Programm, prüfen Sie, dass es damit arbeitet, und widerrufen Sie dann den alten.',
  done: 'Ich habe ihn kopiert',
};

export const useApiKeyTexts = pageTexts({ en, de });
