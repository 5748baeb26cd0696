import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MessageType, schemas } from '@corridor/contracts';
import { problems } from '@corridor/kernel';
import ts from 'typescript';
import type { JsonSchema, SchemaStore } from './schema-store.js';

/** Where the shapes of messages are declared: interfaces, and types that are read from the public records' schemas. */
const SOURCES = ['libs/kernel/src', 'libs/contracts/src'];

/** Named types whose schema is written down elsewhere. */
const { transaction, paymentInstruction } = schemas;
const KNOWN: Readonly<Record<string, object>> = {
  TransferAction: transaction.properties.triggeredByAction,
  RelatedEntity: transaction.properties.relatedEntity,
  CalendarDate: paymentInstruction.properties.paymentDate,
  Timestamp: transaction.properties.createdOn,
  ProblemCode: { type: 'string', enum: Object.keys(problems) },
};
/** Another name where a public record has the same. */
const RENAMED: Readonly<Record<string, string>> = { Money: 'MinorUnits', Price: 'PriceInMinorUnits' };

type Declaration = ts.InterfaceDeclaration | ts.TypeAliasDeclaration;

/**
 * The data of each message as JSON Schema, read from `Messages` and the declarations that it names. What this does not
 * understand it refuses, rather than describe it wrongly.
 */
export function messageSchemas(store: SchemaStore, root = '.'): Map<MessageType, JsonSchema> {
  const declarations = declarationsIn(SOURCES.map((folder) => join(root, folder)));
  const messages = declarations.get('Messages');
  if (!messages || !ts.isInterfaceDeclaration(messages)) throw new Error('there is no interface Messages');
  const reader = new Reader(declarations, store);
  return new Map(
    messages.members.map((member) => [nameOf(member) as MessageType, reader.schemaOf(typeNode(member))]),
  );
}

function declarationsIn(folders: readonly string[]): Map<string, Declaration> {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
      .map((file) => join(folder, file)),
  );
  const statements = files.flatMap((file) => [
    ...ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true).statements,
  ]);
  return new Map(
    statements
      .filter((one) => ts.isInterfaceDeclaration(one) || ts.isTypeAliasDeclaration(one))
      .map((one) => [one.name.text, one]),
  );
}

class Reader {
  constructor(
    private readonly declarations: ReadonlyMap<string, Declaration>,
    private readonly store: SchemaStore,
  ) {}

  schemaOf(node: ts.TypeNode): JsonSchema {
    if (ts.isParenthesizedTypeNode(node)) return this.schemaOf(node.type);
    if (ts.isTypeOperatorNode(node)) return this.schemaOf(node.type); // readonly
    if (ts.isArrayTypeNode(node)) return { type: 'array', items: this.schemaOf(node.elementType) };
    if (ts.isTypeLiteralNode(node)) return this.record(node.members);
    if (ts.isIntersectionTypeNode(node)) return this.merged(node.types);
    if (ts.isUnionTypeNode(node)) return this.union(node.types);
    if (ts.isLiteralTypeNode(node)) return literal(node);
    if (ts.isTypeReferenceNode(node)) return this.named(node.typeName.getText());
    const keyword = KEYWORDS[node.kind];
    if (!keyword) throw new Error(`no schema for ${node.getText()}`);
    return keyword;
  }

  private named(name: string): JsonSchema {
    const known = KNOWN[name];
    if (known) return this.store.take(known);
    const declaration = this.declarations.get(name);
    if (!declaration) throw new Error(`no declaration of ${name}`);
    if (ts.isInterfaceDeclaration(declaration))
      return this.store.put(RENAMED[name] ?? name, {
        ...described(declaration),
        ...this.record(declaration.members),
      });
    const record = /^RecordOf<typeof (\w+)>$/.exec(declaration.type.getText())?.[1];
    return record ? this.store.take(publicRecord(record)) : this.schemaOf(declaration.type);
  }

  private record(members: ts.NodeArray<ts.TypeElement>): JsonSchema {
    const properties = members.map((member) => [nameOf(member), this.member(member)]);
    return {
      type: 'object',
      properties: Object.fromEntries(properties) as Record<string, JsonSchema>,
      required: members.filter((member) => !member.questionToken).map(nameOf),
    };
  }

  private member(member: ts.TypeElement): JsonSchema {
    const schema = this.schemaOf(typeNode(member));
    return '$ref' in schema ? schema : { ...schema, ...described(member) };
  }

  /** All members of all parts: each of these must be an object. */
  private merged(types: readonly ts.TypeNode[]): JsonSchema {
    const parts = types.map((type) => this.part(type));
    return {
      type: 'object',
      properties: Object.assign({}, ...parts.map(({ properties }) => properties)) as Record<
        string,
        JsonSchema
      >,
      required: parts.flatMap(({ required = [] }) => required),
    };
  }

  private part(type: ts.TypeNode): JsonSchema {
    const declaration = ts.isTypeReferenceNode(type) && this.declarations.get(type.typeName.getText());
    const isRecord = declaration && ts.isInterfaceDeclaration(declaration);
    return isRecord ? this.record(declaration.members) : this.schemaOf(type);
  }

  private union(types: readonly ts.TypeNode[]): JsonSchema {
    const members = types.map((type) => this.schemaOf(type));
    const words = members.map((member) => member['const']);
    return words.every((word) => typeof word === 'string')
      ? { type: 'string', enum: words }
      : { anyOf: members };
  }
}

const KEYWORDS: Readonly<Record<number, JsonSchema>> = {
  [ts.SyntaxKind.StringKeyword]: { type: 'string' },
  [ts.SyntaxKind.NumberKeyword]: { type: 'number' },
  [ts.SyntaxKind.BooleanKeyword]: { type: 'boolean' },
  [ts.SyntaxKind.BigIntKeyword]: { type: 'string', pattern: '^-?\\d+$' },
};

function literal({ literal }: ts.LiteralTypeNode): JsonSchema {
  if (literal.kind === ts.SyntaxKind.NullKeyword) return { type: 'null' };
  if (ts.isStringLiteral(literal)) return { const: literal.text };
  throw new Error(`no schema for ${literal.getText()}`);
}

function publicRecord(name: string): object {
  const record = (schemas as Record<string, object>)[name];
  if (!record) throw new Error(`no public record is called ${name}`);
  return record;
}

function nameOf({ name }: ts.TypeElement): string {
  if (!name || !(ts.isIdentifier(name) || ts.isStringLiteral(name)))
    throw new Error('a member without a name');
  return name.text;
}

function typeNode(member: ts.TypeElement): ts.TypeNode {
  if (!ts.isPropertySignature(member) || !member.type) throw new Error(`${nameOf(member)} has no type`);
  return member.type;
}

/** The first paragraph of its comment, on one line. */
function described(node: ts.Node): { description?: string } {
  const [comment] = ts.getJSDocCommentsAndTags(node);
  const text = comment && ts.getTextOfJSDocComment(comment.comment);
  return text ? { description: text.replace(/\{@link (\w+)\}/g, '$1').replace(/\s+/g, ' ') } : {};
}
