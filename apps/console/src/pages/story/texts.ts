import { pageTexts } from '../../texts/texts.js';

const en = {
  id: 'Id of a record, a request or a trace',
  idDetail: 'For example pi_…, pmt_…, whn_…, the X-Request-Id of a response, or a traceparent.',
  noId: 'This is no id. An id has letters and digits, without spaces, such as pi_01K….',
  tell: 'Tell the story',
  nothing: 'One id tells the story',
  nothingDetail:
    'Paste an id from a record, a response, a webhook or a log. You see where the money is, what happens next, and everything that happened until now, in all services.',
  unknown: 'Nothing has happened under this id',
  unknownDetail:
    'It appears here within a second or so if it is new. A request that changed nothing, such as a search, and one that was refused have no story. Those of other clients, and of users, keys and approvals, are not shown.',
  noSentence: 'This is not about the money of one payment, conversion or receipt.',
  records: 'Records of this story',
  wallet: 'Wallet',
  notification: 'The record that this webhook is about:',
  noRecord: 'A test is about no record',
  noRecordDetail: 'Open the notification to see its attempts.',
};

const de: typeof en = {
  id: 'ID eines Datensatzes, einer Anfrage oder eines Trace',
  idDetail: 'Zum Beispiel pi_…, pmt_…, whn_…, die X-Request-Id einer Antwort oder ein traceparent.',
  noId: 'Das ist keine ID. Eine ID hat Buchstaben und Ziffern, ohne Leerzeichen, wie pi_01K….',
  tell: 'Verlauf zeigen',
  nothing: 'Eine ID genügt',
  nothingDetail:
    'Fügen Sie eine ID aus einem Datensatz, einer Antwort, einem Webhook oder einem Log ein. Sie sehen, wo das Geld ist, was als Nächstes geschieht, und alles, was bisher in allen Diensten geschehen ist.',
  unknown: 'Unter dieser ID ist nichts geschehen',
  unknownDetail:
    'Ist sie neu, erscheint sie hier nach etwa einer Sekunde. Eine Anfrage, die nichts geändert hat, wie eine Suche, und eine abgelehnte haben keinen Verlauf. Der anderer Kunden und der von Benutzern, Schlüsseln und Freigaben wird nicht gezeigt.',
  noSentence: 'Hier geht es nicht um das Geld einer einzelnen Zahlung, eines Umtauschs oder eines Eingangs.',
  records: 'Datensätze dieses Verlaufs',
  wallet: 'Wallet',
  notification: 'Der Datensatz, von dem dieser Webhook berichtet:',
  noRecord: 'Ein Test berichtet von keinem Datensatz',
  noRecordDetail: 'Öffnen Sie die Benachrichtigung, um ihre Versuche zu sehen.',
};

export const useStoryTexts = pageTexts({ en, de });
