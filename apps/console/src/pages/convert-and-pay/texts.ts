import { pageTexts } from '../../texts/texts.js';

const en = {
  from: 'From the wallet',
  findBeneficiary: 'Find a beneficiary by name',
  noBeneficiary: 'No active beneficiary has this name.',
  youSend: 'You send',
  theyReceive: 'The beneficiary receives',
  estimated: 'estimated',
  live: 'live rate, not yet firm',
  noRate: 'The market quotes no rate for these currencies at the moment.',
  short: (balance: string) => `The wallet has ${balance}. Fund it before the payment date.`,
  paymentType: {
    REGULAR: 'By the local network of the currency',
    PRIORITY: 'By SWIFT',
  },
  chargeType: {
    SHARED: 'Each side pays its own banks: less may arrive',
    OURS: 'You pay all banks: the full amount arrives',
  },
  noFee: 'no fee',
  feePart: { FEE: 'fee', CORRESPONDENT_CHARGE: 'charge of other banks' },
  earlier: 'Previous month',
  later: 'Next month',
  closed: (day: string, reason: string) => `No payment is sent on ${day}: ${reason}.`,
  sentOn: (day: string) => `Sent on ${day}.`,
  notOn: 'No payment is sent on:',
  narrative: 'The beneficiary sees it on their statement.',
  toReview: 'Get a firm price',
  missing: {
    beneficiary: 'Choose who is to be paid.',
    sameCurrency: 'The beneficiary is paid in this currency. Choose another wallet to convert from.',
    amount: 'Enter an amount above zero, such as 1,234.56.',
    narrative: 'Enter what the payment is for.',
    dates: 'The payment dates are still being read. Try again.',
  },
  review: {
    title: 'Review and send',
    validity: 'How long the price is firm',
    expiresIn: (seconds: number) => `This price is firm for ${seconds} s.`,
    expired: 'This price has expired. Nothing was sent.',
    renew: 'Get a new price',
    send: 'Convert and pay',
    busy: 'Sending …',
    again: 'Send again',
    back: 'Change',
    unsure:
      'It is not known yet whether Corridor has received this. Send it again: it has the same key, so it is paid once only.',
  },
};

const de: typeof en = {
  from: 'Aus dem Wallet',
  findBeneficiary: 'Empfänger nach Namen suchen',
  noBeneficiary: 'Kein aktiver Empfänger heißt so.',
  youSend: 'Sie senden',
  theyReceive: 'Der Empfänger erhält',
  estimated: 'geschätzt',
  live: 'aktueller Kurs, noch nicht fest',
  noRate: 'Der Markt stellt für diese Währungen gerade keinen Kurs.',
  short: (balance) => `Im Wallet sind ${balance}. Füllen Sie es bis zum Zahlungsdatum auf.`,
  paymentType: {
    REGULAR: 'Über das lokale Netz der Währung',
    PRIORITY: 'Über SWIFT',
  },
  chargeType: {
    SHARED: 'Jede Seite zahlt ihre Banken: es kann weniger ankommen',
    OURS: 'Sie zahlen alle Banken: der volle Betrag kommt an',
  },
  noFee: 'keine Gebühr',
  feePart: { FEE: 'Gebühr', CORRESPONDENT_CHARGE: 'Entgelt anderer Banken' },
  earlier: 'Vorheriger Monat',
  later: 'Nächster Monat',
  closed: (day, reason) => `Am ${day} wird keine Zahlung gesendet: ${reason}.`,
  sentOn: (day) => `Wird am ${day} gesendet.`,
  notOn: 'Keine Zahlung wird gesendet am:',
  narrative: 'Der Empfänger sieht ihn auf seinem Kontoauszug.',
  toReview: 'Festen Preis holen',
  missing: {
    beneficiary: 'Wählen Sie, wer bezahlt werden soll.',
    sameCurrency:
      'Der Empfänger wird in dieser Währung bezahlt. Wählen Sie ein anderes Wallet, aus dem umgetauscht wird.',
    amount: 'Geben Sie einen Betrag über null ein, wie 1.234,56.',
    narrative: 'Geben Sie an, wofür die Zahlung ist.',
    dates: 'Die Zahlungsdaten werden noch gelesen. Versuchen Sie es noch einmal.',
  },
  review: {
    title: 'Prüfen und senden',
    validity: 'Wie lange der Preis fest ist',
    expiresIn: (seconds) => `Dieser Preis ist noch ${seconds} s fest.`,
    expired: 'Dieser Preis ist abgelaufen. Es wurde nichts gesendet.',
    renew: 'Neuen Preis holen',
    send: 'Umtauschen und zahlen',
    busy: 'Wird gesendet …',
    again: 'Erneut senden',
    back: 'Ändern',
    unsure:
      'Es ist noch nicht bekannt, ob Corridor dies erhalten hat. Senden Sie erneut: der Schlüssel ist derselbe, es wird also nur einmal gezahlt.',
  },
};

export const useConvertAndPayTexts = pageTexts({ en, de });
