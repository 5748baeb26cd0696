/** A list that is refused whole. The message says where and why, and ends the sentence “The list is refused: …”. */
export class UnreadableList extends Error {}

/** Refuses a list because of one entry. */
export const unreadable = (where: string, reason: string): never => {
  throw new UnreadableList(`${where}: ${reason}`);
};
