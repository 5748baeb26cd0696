import { pageTexts } from '../../texts/texts.js';

const en = {
  detail:
    'What your programs have sent with your API keys, for a week. Names, texts and bank details are not kept: they are shown as “…”.',
  request: 'Request',
  path: 'Path',
  problem: 'Problem',
  latency: 'Time',
  response: 'Response',
  on: 'When',
  key: 'API key',
  requestId: 'Request id',
  replay: 'replay',
  replayDetail: 'The response to an earlier request with the same idempotency key: it had no second effect.',
  story: 'What happened',
  body: 'Body',
  again: 'Send it again',
  fill: 'Replace each “…” by a text of yours before you send a copy.',
  gone: 'This request is not in the log',
  goneDetail: 'Requests are kept for a week. Each user sees those of their own API keys.',
  none: 'No requests yet',
  noneDetail:
    'Requests with one of your API keys appear here a second after they were sent. Create a key, and try:',
};

const de: typeof en = {
  detail:
    'Was Ihre Programme mit Ihren API-Schlüsseln gesendet haben, eine Woche lang. Namen, Texte und Bankdaten werden nicht aufgehoben: Dort steht „…“.',
  request: 'Anfrage',
  path: 'Pfad',
  problem: 'Problem',
  latency: 'Dauer',
  response: 'Antwort',
  on: 'Wann',
  key: 'API-Schlüssel',
  requestId: 'Request-Id',
  replay: 'Wiederholung',
  replayDetail:
    'Die Antwort auf eine frühere Anfrage mit demselben Idempotency-Key: Sie hatte keine zweite Wirkung.',
  story: 'Was geschehen ist',
  body: 'Inhalt',
  again: 'Noch einmal senden',
  fill: 'Ersetzen Sie jedes „…“ durch einen eigenen Text, bevor Sie eine Kopie senden.',
  gone: 'Diese Anfrage steht nicht im Protokoll',
  goneDetail: 'Anfragen werden eine Woche lang aufgehoben. Alle sehen die ihrer eigenen API-Schlüssel.',
  none: 'Noch keine Anfragen',
  noneDetail:
    'Anfragen mit einem Ihrer API-Schlüssel erscheinen hier eine Sekunde nach dem Senden. Legen Sie einen Schlüssel an, und versuchen Sie:',
};

export const useRequestLogTexts = pageTexts({ en, de });
