import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import type { PinoLogger } from '../logger.js';
import type { Format } from './metrics-page.js';
import type { PlatformSettings } from '../settings/platform-settings.js';

/** At the path `/metrics` of its own port, which has nothing else: clients reach the other port. */
export interface MetricsServer {
  /** Empty if METRICS_PORT is `off`. */
  readonly url: string;
  close(): Promise<void>;
}

const PATH = '/metrics';
const OPEN_METRICS = 'application/openmetrics-text';
const CONTENT_TYPES: Readonly<Record<Format, string>> = {
  text: Registry.PROMETHEUS_CONTENT_TYPE,
  OpenMetrics: Registry.OPENMETRICS_CONTENT_TYPE,
};

/** @throws the error of a failed `listen` */
export async function serveMetrics(
  { host, metricsPort }: Pick<PlatformSettings, 'host' | 'metricsPort'>,
  page: (format: Format) => Promise<string>,
  logger: PinoLogger,
): Promise<MetricsServer> {
  if (metricsPort === null) return { url: '', close: async () => undefined };
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== PATH) return void response.writeHead(404).end();
    const format = request.headers.accept?.includes(OPEN_METRICS) ? 'OpenMetrics' : 'text';
    page(format).then(
      (text) => response.writeHead(200, { 'content-type': CONTENT_TYPES[format] }).end(text),
      (err: unknown) => {
        logger.pino.error({ err }, 'metrics could not be shown');
        response.writeHead(500).end();
      },
    );
  });
  server.listen({ host, port: metricsPort });
  await once(server, 'listening').catch((error: unknown) => {
    throw Object.assign(error as Error, { setting: 'METRICS_PORT' });
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}${PATH}`;
  logger.pino.info({ url }, 'metrics');
  return { url, close: () => closed(server) };
}

async function closed(server: ReturnType<typeof createServer>): Promise<void> {
  const ended = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await ended;
}
