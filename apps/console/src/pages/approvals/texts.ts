import { pageTexts } from '../../texts/texts.js';

const en = {
  role: 'Your role',
  checker: 'You approve what colleagues create, of any amount.',
  checkerUpTo: (amount: string) => `You approve what colleagues create, up to ${amount} each.`,
  noChecker: 'You see what waits. Colleagues who are checkers approve it.',
  maker: (amount: string) => `What you create above ${amount} waits for a checker.`,
  roleDetail:
    'Support sets who has a limit and who is a checker, always by two people. Nobody approves what they have created.',
  waiting: 'Waiting for a second person',
  none: 'Nothing waits for approval',
  noneDetail:
    'When a colleague with a limit creates a payment or a payment instruction above it, it stands here until a checker approves or rejects it. Nothing of it is screened or sent before.',
  instruction: 'Payment instruction',
  payment: 'Payment',
  createdBy: 'Created by',
  own: 'You created it, so a colleague decides.',
  approve: 'Approve',
  approveTitle: (amount: string, name: string) => `Approve ${amount} to ${name}?`,
  approveDetail:
    'It is screened then, and sent on its date. If the date has passed, on the next possible day.',
  reject: 'Reject',
  rejectTitle: 'Reject it?',
  reason: 'Why',
  reasonDetail: 'Your colleague sees it.',
  back: 'Not now',
  more: (shown: number, count: number) => `The newest ${shown} of ${count}.`,
};

const de: typeof en = {
  role: 'Ihre Rolle',
  checker: 'Sie geben frei, was Kollegen anlegen, bei jedem Betrag.',
  checkerUpTo: (amount) => `Sie geben frei, was Kollegen anlegen, bis je ${amount}.`,
  noChecker: 'Sie sehen, was wartet. Freigegeben wird es von Kollegen, die Prüfer sind.',
  maker: (amount) => `Was Sie über ${amount} anlegen, wartet auf einen Prüfer.`,
  roleDetail:
    'Wer ein Limit hat und wer Prüfer ist, stellt der Support ein, immer zu zweit. Niemand gibt frei, was er selbst angelegt hat.',
  waiting: 'Wartet auf eine zweite Person',
  none: 'Nichts wartet auf eine Freigabe',
  noneDetail:
    'Legt ein Kollege mit Limit eine Zahlung oder einen Zahlungsauftrag darüber an, steht das hier, bis ein Prüfer es freigibt oder ablehnt. Vorher wird nichts davon geprüft oder gesendet.',
  instruction: 'Zahlungsauftrag',
  payment: 'Zahlung',
  createdBy: 'Angelegt von',
  own: 'Von Ihnen angelegt: Ein Kollege entscheidet.',
  approve: 'Freigeben',
  approveTitle: (amount, name) => `${amount} an ${name} freigeben?`,
  approveDetail:
    'Danach wird geprüft und am Zahlungstag gesendet. Ist er vorbei, dann am nächsten möglichen Tag.',
  reject: 'Ablehnen',
  rejectTitle: 'Ablehnen?',
  reason: 'Warum',
  reasonDetail: 'Ihr Kollege sieht es.',
  back: 'Noch nicht',
  more: (shown, count) => `Die neuesten ${shown} von ${count}.`,
};

export const useApprovalTexts = pageTexts({ en, de });
