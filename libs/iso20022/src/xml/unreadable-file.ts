/** A file of a bank that is refused whole. The message says where and why, and ends the sentence “The file is refused: …”. */
export class UnreadableFile extends Error {}

/** @throws UnreadableFile */
export function unreadable(where: string, reason: string): never {
  throw new UnreadableFile(`${where}: ${reason}`);
}
