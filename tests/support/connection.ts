import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text as textOf } from 'node:stream/consumers';

/** Requests over a single connection, one after the other, which one process answers. */
export class Connection {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });
  private isOpen = false;

  constructor(
    private readonly url: string,
    private readonly credential: Readonly<Record<string, string>> = {},
  ) {}

  get(path: string) {
    return this.send('GET', path, {});
  }

  post(path: string, body: object, key: string) {
    const headers = { 'content-type': 'application/json', 'x-idempotency-key': key };
    return this.send('POST', path, headers, JSON.stringify(body));
  }

  close(): void {
    this.agent.destroy();
  }

  /** @throws Error if the connection was closed before */
  private async send(method: string, path: string, headers: Record<string, string>, body?: string) {
    const { agent, credential } = this;
    const sent = request(this.url + path, { agent, method, headers: { ...credential, ...headers } });
    sent.end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    if (this.isOpen && !sent.reusedSocket) throw new Error('another connection was opened');
    this.isOpen = true;
    const text = await textOf(response);
    return { status: response.statusCode, headers: response.headers, text };
  }
}
