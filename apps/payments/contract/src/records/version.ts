import { id, integer, nullable, part, textLike, timestamp } from '@corridor/contracts';

/** Of what staff set as a whole. */
export const version = {
  version: integer('0 before staff set one.'),
  setBy: nullable(part({ id: id('stf'), name: textLike('Ines Almeida') }, 'The member of staff who asked.')),
  setOn: nullable(timestamp),
};
