import { once } from 'node:events';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

type Value = string | number | boolean;

/** A step of a trace, as it was exported. */
export interface ExportedSpan {
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly name: string;
  readonly kind: string;
  readonly attributes: Readonly<Record<string, Value>>;
}

/** OTLP over HTTP, as far as the test reads it. */
interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, Value>>;
}
interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<ExportedSpan, 'service' | 'kind' | 'attributes'> & {
        readonly kind: number;
        readonly attributes: readonly Attribute[];
      })[];
    }[];
  }[];
}

const KINDS = ['', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'];

/** An OpenTelemetry collector on this machine. It keeps only what is exported while it records. */
export class Collector {
  spans: ExportedSpan[] = [];
  /** The exports, as they came. */
  texts: string[] = [];
  isRecording = false;
  /** Accepts exports and never responds. */
  isHanging = false;
  /** Of exports, since the start. */
  count = 0;

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<Collector> {
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const collector = new Collector(server, `http://127.0.0.1:${port}`);
    server.on('request', (request, response) => void collector.take(request, response));
    return collector;
  }

  record(): void {
    [this.spans, this.texts, this.isRecording] = [[], [], true];
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.count++;
    if (this.isHanging) return;
    const exported = (await json(request)) as Export;
    if (this.isRecording) {
      this.texts.push(JSON.stringify(exported));
      this.spans.push(...spansIn(exported));
    }
    response.setHeader('content-type', 'application/json').end('{}');
  }
}

const spansIn = ({ resourceSpans }: Export): ExportedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(valuesOf(resource.attributes)['service.name']);
    return scopeSpans.flatMap(({ spans }) =>
      spans.map(({ parentSpanId = '', kind, attributes, ...span }) => ({
        ...{ ...span, service, parentSpanId, kind: KINDS[kind] ?? '', attributes: valuesOf(attributes) },
      })),
    );
  });

const valuesOf = (attributes: readonly Attribute[]): Record<string, Value> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0] as Value]));
