/** A file, which is read from its beginning each time. */
export interface ByteSource {
  /** For messages about it. */
  readonly name: string;
  read(): AsyncIterable<Uint8Array>;
}

export const bytesOf = (name: string, content: string | Uint8Array): ByteSource => ({
  name,
  async *read() {
    yield await Promise.resolve(typeof content === 'string' ? new TextEncoder().encode(content) : content);
  },
});
