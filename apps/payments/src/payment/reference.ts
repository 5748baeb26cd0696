import { timestamp } from '@corridor/kernel';

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TIME_CHARACTERS = 10;

/** `PMT-20261121-4F7KQ2` (decisions §6): the day on which the payment's id was made, and the end of that id. */
export function referenceOf(paymentId: string): string {
  const day = timestamp(madeOn(paymentId)).slice(0, 10).replaceAll('-', '');
  return `PMT-${day}-${paymentId.slice(-6)}`;
}

/** An id begins with its time: milliseconds in base 32. */
function madeOn(id: string): Date {
  const time = id.slice(id.indexOf('_') + 1).slice(0, TIME_CHARACTERS);
  return new Date([...time].reduce((ms, character) => ms * 32 + CROCKFORD.indexOf(character), 0));
}
