import { SaxesParser } from 'saxes';
import type { ListFile } from './read-list.js';
import { textOf } from './text-of.js';
import { UnreadableList } from './unreadable-list.js';

/** An element without its namespace: publishers change prefixes and addresses of theirs. */
export class Element {
  readonly children: Element[] = [];
  text = '';

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

  /** The text of the first child with the name, in one line; empty if there is none. */
  textAt(...path: readonly string[]): string {
    return oneLine(this.at(...path)[0]?.text ?? '');
  }

  attribute(name: string): string {
    return oneLine(this.attributes[name] ?? '');
  }
}

export const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

export interface Elements {
  /** The name of the root, in the form in which publishers write it. */
  readonly root: string;
  /** Elements that are built whole and passed on, each with the line on which it ends; nothing else is kept. */
  readonly names: readonly string[];
  take(element: Element, line: number): void;
  /** The attributes of the root. */
  begin?(attributes: Readonly<Record<string, string>>): void;
}

/** No publisher nests deeper, and a hostile file must not exhaust the memory. */
const deepest = 50;

/** Reads a file of XML as a stream; a document type is refused, as nobody publishes one. */
export async function eachElement(file: ListFile, { root, names, take, begin }: Elements): Promise<void> {
  const parser = new SaxesParser<{ xmlns: false; position: true }>({ xmlns: false, position: true });
  const open: Element[] = [];
  let depth = 0;
  const refuse = (reason: string): never => {
    throw new UnreadableList(`${file.name}, line ${parser.line}: ${reason}`);
  };
  parser.on('error', (error) => refuse(error.message.replace(/^\d+:\d+: /, '')));
  parser.on('doctype', () => refuse('a document type is not allowed'));
  parser.on('opentag', ({ name, attributes }) => {
    const element = new Element(localName(name), attributesOf(attributes));
    if (++depth > deepest) refuse('it is nested too deeply');
    if (depth === 1) {
      if (element.name !== root) refuse(`it begins with <${element.name}> instead of <${root}>`);
      begin?.(element.attributes);
    } else if (open.length > 0 || names.includes(element.name)) {
      open.at(-1)?.children.push(element);
      open.push(element);
    }
  });
  const addText = (text: string) => {
    const element = open.at(-1);
    if (element) element.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    depth--;
    const element = open.pop();
    if (element && open.length === 0) take(element, parser.line);
  });
  for await (const chunk of textOf(file)) parser.write(chunk);
  parser.close();
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

const attributesOf = (attributes: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [localName(name), value]));
