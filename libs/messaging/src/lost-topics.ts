import type { RecordMetadata } from 'kafkajs';

/**
 * Notices that a topic was lost and created anew between two messages: the second one has an earlier offset. A topic that is found
 * empty needs no such notice.
 */
export class LostTopics {
  private readonly last = new Map<string, bigint>();
  private readonly lost = new Set<string>();

  /** @throws Error if the topic was created anew */
  follow(sent: readonly RecordMetadata[]): void {
    for (const { topicName, partition, baseOffset = '-1' } of sent) {
      const name = `${topicName} ${partition}`;
      const offset = BigInt(baseOffset);
      if (offset <= (this.last.get(name) ?? -1n)) this.lost.add(topicName);
      this.last.set(name, offset);
    }
    const [lost] = this.lost;
    if (lost !== undefined) throw new Error(`topic ${lost} was created anew`);
  }

  /** Its offsets begin anew if it is empty, or was lost since the last call. @returns whether they do */
  beginsAnew(topic: string, isEmpty: boolean): boolean {
    const isNew = this.lost.delete(topic) || isEmpty;
    if (isNew) for (const name of this.last.keys()) if (name.startsWith(`${topic} `)) this.last.delete(name);
    return isNew;
  }
}
