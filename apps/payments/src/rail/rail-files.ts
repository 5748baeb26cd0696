/** A file of the bank, as the rail has found it. */
export interface RailFile {
  /** SHA-256 of the content, in hexadecimal digits. */
  readonly digest: string;
  readonly name: string;
  /** Why a person has to look at it; null if it is read. */
  readonly reason: string | null;
}

/** What the bank has said and the rail could not understand: a person has to. */
export type SetAside = RailFile & { readonly reason: string };

/** The files of the bank, for a rail that reads some. Each step can be repeated. */
export interface RailFiles {
  /** Whether staff wait for what they say, and see to those that are set aside: not so where they are demo data. */
  readonly areAwaited: boolean;
  /** Those that wait for a person. */
  setAside(): Promise<readonly SetAside[]>;
  /** When those have arrived that are not read yet. */
  arrived(): Promise<readonly Date[]>;
  /** What a file says, in short, for who approves it. @throws UnreadableFile */
  summary(name: string, content: Uint8Array): Promise<string>;
  /** Takes a file that staff have. Resolves when it cannot be lost, to what has become of it, if that is known at once. */
  receive(name: string, content: Uint8Array): Promise<RailFile | null>;
  /** The next `collect` reads it, if it is set aside. */
  readAgain(digest: string): Promise<void>;
  /** It is kept, and never read again, also if the bank repeats it. */
  discard(digest: string): Promise<void>;
}
