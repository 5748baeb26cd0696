import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import { workingOnNothing } from './work.js';

export interface ExportOptions {
  /** Base address of a collector that speaks OTLP over HTTP. */
  readonly endpoint: string;
  /** Of each export, such as a credential. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Called with an error when spans are lost because the collector does not take them, and with null when it takes them again. */
  readonly onHealth: (error: Error | null) => void;
}

/** For one export, with its repetitions. */
const TIMEOUT_MS = 5_000;
/** `ExportResultCode.SUCCESS` of the SDK. */
const SUCCESS = 0;

/** Sends spans to a collector. What it does not take is lost; that is told once. */
export function otlpExporter({ endpoint, headers = {}, onHealth }: ExportOptions): SpanExporter {
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: TIMEOUT_MS });
  let isFailing = false;
  const tell = (error: Error | null) => {
    if ((error !== null) === isFailing) return;
    isFailing = error !== null;
    workingOnNothing(() => onHealth(error));
  };
  return {
    export: (spans, done) =>
      exporter.export(spans, ({ code, error = new Error('the collector refuses spans') }) => {
        tell(Number(code) === SUCCESS ? null : error);
        done({ code: SUCCESS }); // there is nobody else to tell
      }),
    shutdown: () => exporter.shutdown(),
  };
}
