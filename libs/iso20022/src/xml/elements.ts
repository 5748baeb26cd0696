import { SaxesParser } from 'saxes';
import type { ByteSource } from './byte-source.js';
import { textOf } from './text-of.js';
import { unreadable } from './unreadable-file.js';

/** An element without its namespace, which only tells a version, and without prefixes, which their writers change. */
export class Element {
  children: Element[] = [];
  text = '';
  /** Elements in it, and itself. */
  size = 1;

  constructor(
    readonly name: string,
    readonly attributes: Readonly<Record<string, string>>,
  ) {}

  all(name: string): Element[] {
    return this.children.filter((child) => child.name === name);
  }

  /** The elements at the end of a path, of all branches. */
  at(...path: readonly string[]): Element[] {
    return path.reduce<Element[]>((found, name) => found.flatMap((one) => one.all(name)), [this]);
  }

  /** The text of the first element at the end of a path; null if there is none, or it is empty. */
  textAt(...path: readonly string[]): string | null {
    return this.at(...path)[0]?.line || null;
  }

  /** The text in one line. */
  get line(): string {
    return oneLine(this.text);
  }
}

export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** An element that is passed on and then forgotten. Of those around it, `parents` have what came before it, outermost first. */
export interface Found {
  readonly element: Element;
  readonly parents: readonly Element[];
  /** File and line, for messages. */
  readonly where: string;
}

/** Nobody nests deeper, also in an envelope, and a hostile file must not exhaust the memory. */
const DEEPEST = 50;
/** Elements in memory: a booking with tens of thousands of details has fewer. */
const MOST_ELEMENTS = 1_000_000;
/** Characters without a tag. */
const LONGEST_TEXT = 1_000_000;

/**
 * Reads a file of XML as a stream: the elements with these names, each when it ends. There are no entities other than those of XML
 * itself, and a document type is refused.
 * @param root how the file must begin; null for anything
 * @throws UnreadableFile
 */
export async function* eachElement(
  source: ByteSource,
  names: ReadonlySet<string>,
  root: string | null = null,
): AsyncGenerator<Found> {
  const reader = new Reader(source.name, names, root);
  for await (const chunk of textOf(source)) yield* reader.read(chunk);
  yield* reader.end();
}

class Reader {
  private readonly parser = new SaxesParser<{ xmlns: false; position: true }>({
    xmlns: false,
    position: true,
  });
  private readonly open: Element[] = [];
  private readonly found: Found[] = [];
  private held = 0;
  private sinceTag = 0;

  constructor(
    private readonly name: string,
    private readonly names: ReadonlySet<string>,
    private readonly root: string | null,
  ) {
    const { parser } = this;
    parser.on('error', (error) => this.refuse(error.message.replace(/^\d+:\d+: |\.$/g, '')));
    parser.on('doctype', () => this.refuse('a document type is not allowed'));
    parser.on('opentag', ({ name: qualified, attributes }) => this.begin(qualified, attributes));
    parser.on('text', (text) => this.add(text));
    parser.on('cdata', (text) => this.add(text));
    parser.on('closetag', () => this.close());
  }

  read(chunk: string): Found[] {
    // In parts, so that a chunk of any size is checked.
    for (let at = 0; at < chunk.length; at += LONGEST_TEXT) {
      const part = chunk.slice(at, at + LONGEST_TEXT);
      this.sinceTag += part.length;
      this.parser.write(part);
      if (this.sinceTag > 2 * LONGEST_TEXT) this.refuse('a text is too long');
    }
    return this.found.splice(0);
  }

  end(): Found[] {
    this.parser.close();
    return this.found.splice(0);
  }

  private begin(qualified: string, attributes: Record<string, string>): void {
    this.sinceTag = 0;
    if (this.open.length === DEEPEST) this.refuse('it is nested too deeply');
    if (++this.held > MOST_ELEMENTS) this.refuse('one of its parts is too large');
    const element = new Element(localName(qualified), withoutPrefixes(attributes));
    if (this.open.length === 0 && this.root !== null && element.name !== this.root)
      this.refuse(`it begins with <${element.name}> instead of <${this.root}>`);
    this.open.at(-1)?.children.push(element);
    this.open.push(element);
  }

  private add(text: string): void {
    const element = this.open.at(-1);
    if (element) element.text += text;
  }

  private close(): void {
    this.sinceTag = 0;
    const element = this.open.pop()!;
    const parent = this.open.at(-1);
    if (!this.names.has(element.name)) {
      if (parent) parent.size += element.size;
      return;
    }
    if (parent) {
      parent.children.pop();
      // White space around what is forgotten would grow with the file.
      parent.text = '';
    }
    this.held -= element.size;
    this.found.push({ element, parents: [...this.open], where: this.where });
  }

  private get where(): string {
    return `${this.name}, line ${this.parser.line}`;
  }

  private refuse(reason: string): never {
    return unreadable(this.where, reason);
  }
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

const withoutPrefixes = (attributes: Readonly<Record<string, string>>) =>
  Object.keys(attributes).some((name) => name.includes(':'))
    ? Object.fromEntries(Object.entries(attributes).map(([name, value]) => [localName(name), value]))
    : attributes;
