import { Compile, type Validator } from 'typebox/compile';
import { type Completion, completionOf, decodedSchema, openSchema } from './message-forms.js';
import type { MessageDefinition } from './message.js';

/** The definition of a message, for the registry. */
type Definition = Pick<MessageDefinition, 'version' | 'data' | 'upcast'>;

export interface VersionedMessage {
  readonly type: string;
  readonly dataversion: number;
  readonly data: unknown;
}

/** A message whose data does not match its schema. */
export class InvalidMessage extends Error {
  constructor(
    readonly type: string,
    readonly issues: readonly MessageIssue[],
  ) {
    const [first, ...more] = issues.map(({ pointer, detail }) => `${pointer} ${detail}`);
    super(`${type}: ${first ?? 'not valid'}${more.length > 0 ? ` (and ${more.length} more)` : ''}`);
  }
}

export interface MessageIssue {
  /** JSON pointer into the message: `/data/resource/amount`. */
  readonly pointer: string;
  readonly detail: string;
}

/**
 * The messages that a build knows. A published message must match its schema exactly. A consumed message may be from a
 * compatible older or newer build: earlier versions are upcast, nullable fields that the sender does not have yet are
 * null, and unknown fields are kept.
 */
export class MessageRegistry {
  private readonly kinds: ReadonlyMap<string, Kind>;

  /** @throws Error when an earlier version has no upcaster */
  constructor(definitions: Readonly<Record<string, Definition>>) {
    this.kinds = new Map(Object.entries(definitions).map(([type, one]) => [type, new Kind(type, one)]));
  }

  get types(): readonly string[] {
    return [...this.kinds.keys()];
  }

  /** The version that this build publishes and understands; undefined for a type that it does not know. */
  versionOf(type: string): number | undefined {
    return this.kinds.get(type)?.version;
  }

  /**
   * @returns the version of a message to be published @throws InvalidMessage, Error for an undeclared type
   */
  checked({ type, data }: Pick<VersionedMessage, 'type' | 'data'>): number {
    const kind = this.kindOf(type);
    kind.mustBeValid(data);
    return kind.version;
  }

  /**
   * A message in the form that a handler of this build accepts.
   * @throws InvalidMessage, Error for a type or a version that this build does not know
   */
  read<Received extends VersionedMessage>(received: Received): Received {
    const { type, dataversion, data } = received;
    const kind = this.kindOf(type);
    return { ...received, dataversion: kind.version, data: kind.read(data, dataversion) };
  }

  private kindOf(type: string): Kind {
    const kind = this.kinds.get(type);
    if (!kind) throw new Error(`no contract declares a message ${type}`);
    return kind;
  }
}

/** One type. Its validators are compiled at the first message, to keep the start fast. */
class Kind {
  readonly version: number;
  private strict: Validator | null = null;
  private tolerant: Validator | null = null;
  private complete: Completion | null = null;

  constructor(
    private readonly type: string,
    private readonly definition: Definition,
  ) {
    this.version = definition.version;
    for (let earlier = 1; earlier < this.version; earlier++)
      if (!definition.upcast?.[earlier]) throw new Error(`${type}: version ${earlier} has no upcaster`);
  }

  mustBeValid(data: unknown): void {
    this.strict ??= Compile(decodedSchema(this.definition.data));
    if (!this.strict.Check(data)) throw new InvalidMessage(this.type, issuesOf(this.strict, data));
  }

  read(data: unknown, version: number): unknown {
    if (version > this.version) throw new Error(`${this.type}: this build does not know version ${version}`);
    let read = data;
    for (let from = version; from < this.version; from++) read = this.definition.upcast?.[from]?.(read);
    this.tolerant ??= Compile(openSchema(decodedSchema(this.definition.data)));
    if (this.tolerant.Check(read)) return read;
    this.complete ??= completionOf(this.definition.data);
    const completed = this.complete(read);
    if (this.tolerant.Check(completed)) return completed;
    throw new InvalidMessage(this.type, issuesOf(this.tolerant, completed));
  }
}

/** The deepest error first: for a union without a match it belongs to the nearest member. */
function issuesOf(validator: Validator, data: unknown): MessageIssue[] {
  const issues = validator.Errors(data).flatMap(({ keyword, instancePath, params, message }) => {
    if (keyword === 'required')
      return (params as { requiredProperties: readonly string[] }).requiredProperties.map((name) => ({
        pointer: `/data${instancePath}/${name}`,
        detail: 'is missing',
      }));
    if (keyword === 'additionalProperties') return []; // each of them is an issue of its own
    const detail = keyword === 'boolean' ? 'is not declared' : message;
    return [{ pointer: `/data${instancePath}`, detail }];
  });
  const depth = ({ pointer }: MessageIssue) => pointer.split('/').length;
  return issues.sort((a, b) => depth(b) - depth(a));
}
