/** Maximum size of the excerpt of a response body. */
export const MAX_EXCERPT_BYTES = 1_024;

/**
 * Control, invisible and direction-changing characters, but for line breaks and tabs; and what was no UTF-8, such as a
 * character that was cut at the end.
 */
const UNWANTED = /[^\P{C}\n\t]|\uFFFD/gu;

/** The beginning of a response's body, as text that can be stored and shown. */
export class Excerpt {
  private readonly parts: Buffer[] = [];
  private length = 0;

  get isFull(): boolean {
    return this.length >= MAX_EXCERPT_BYTES;
  }

  add(chunk: Buffer): void {
    if (this.isFull) return;
    const part = Buffer.from(chunk.subarray(0, MAX_EXCERPT_BYTES - this.length)); // not all of what it is a part of
    this.parts.push(part);
    this.length += part.length;
  }

  /**
   * At most {@link MAX_EXCERPT_BYTES} of UTF-8; null when there is nothing to show.
   * @param encoding the response's Content-Encoding: compressed bodies are not decompressed
   */
  text(encoding?: string): string | null {
    if (encoding && encoding !== 'identity') return null;
    const text = new TextDecoder().decode(Buffer.concat(this.parts));
    return text.replace(UNWANTED, '').trim() || null;
  }
}
