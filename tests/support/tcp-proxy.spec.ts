import { once } from 'node:events';
import { type Server, type Socket, connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { LATENCY_MS, NETWORK_FAULTS, SLOW_BYTES_PER_S, TcpProxy } from './tcp-proxy.mjs';

/** Long enough for bytes to pass, if they do. */
const A_WHILE_MS = 100;

describe('the proxy', () => {
  let server: Server;
  let proxy: TcpProxy;
  /** What the server has received, and its connections: it repeats everything in upper case. */
  let received: string;
  let accepted: Socket[];
  const opened: Socket[] = [];
  beforeEach(async () => {
    received = '';
    accepted = [];
    server = createServer((socket) => {
      accepted.push(socket);
      socket.on('error', () => undefined);
      socket.on('data', (bytes) => {
        received += bytes.toString();
        socket.write(bytes.toString().toUpperCase());
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    proxy = await TcpProxy.start((server.address() as { port: number }).port);
  });
  afterEach(async () => {
    for (const socket of opened.splice(0)) socket.destroy();
    await proxy.close();
    for (const socket of accepted) socket.destroy();
    server.close();
  });

  /** A client, with what it has heard and how its connection ended. */
  function client() {
    const socket = connect(proxy.port, '127.0.0.1');
    const seen = { socket, heard: '', end: null as string | null };
    opened.push(socket);
    socket.on('data', (bytes) => (seen.heard += bytes.toString()));
    socket.on('error', (error: NodeJS.ErrnoException) => (seen.end = error.code ?? null));
    socket.on('end', () => (seen.end = 'end'));
    return seen;
  }
  const says = async (one: { socket: Socket; heard: string }, text: string) => {
    const before = one.heard.length;
    one.socket.write(text);
    await until(() => one.heard.length === before + text.length);
    return one.heard.slice(before);
  };

  it('passes bytes and ends', async () => {
    const one = client();
    expect(await says(one, 'hello')).toBe('HELLO');
    accepted[0]?.end();
    await until(() => one.end === 'end');
  });

  it('passes on that nothing listens', async () => {
    const nowhere = await TcpProxy.start(1);
    const socket = connect(nowhere.port, '127.0.0.1').on('error', () => undefined);
    await until(() => socket.closed);
    await nowhere.close();
  });

  it('resets present and new connections until it is healed', async () => {
    const one = client();
    await says(one, 'hello');
    proxy.make('reset');
    await until(() => one.end === 'ECONNRESET');
    const two = client();
    await until(() => two.end === 'ECONNRESET');
    await until(() => accepted.every((socket) => socket.destroyed || socket.readableEnded));
    proxy.heal();
    expect(await says(client(), 'again')).toBe('AGAIN');
  });

  it('is a black hole: nothing passes or ends, and everything arrives when it is healed', async () => {
    const one = client();
    await says(one, 'hello');
    proxy.make('black hole');
    one.socket.write('waits');
    accepted[0]?.write('this too');
    const two = client();
    two.socket.end('new');
    await sleep(A_WHILE_MS);
    expect([received, one.heard, one.end, two.heard, two.end]).toEqual(['hello', 'HELLO', null, '', null]);
    proxy.heal();
    await until(() => one.heard.length === 'HELLOthis tooWAITS'.length && two.heard === 'NEW');
    expect([...one.heard].sort()).toEqual([...'HELLOthis tooWAITS'].sort());
  });

  it('leaves half-open connections: the server sees an end, the client never hears anything again', async () => {
    const one = client();
    await says(one, 'hello');
    proxy.make('half open');
    await until(() => accepted[0]?.readableEnded === true);
    expect(await says(client(), 'new')).toBe('NEW');
    proxy.heal();
    one.socket.write('is anybody there?');
    await sleep(A_WHILE_MS);
    expect([one.heard, one.end, received]).toEqual(['HELLO', null, 'hellonew']);
  });

  it('loses a reply: the server has the request, the client a reset', async () => {
    const one = client();
    proxy.make('lost reply', 'COMMIT');
    expect(await says(one, 'begin')).toBe('BEGIN');
    one.socket.write('commit');
    await until(() => one.end === 'ECONNRESET');
    expect([received, one.heard]).toEqual(['begincommit', 'BEGIN']);
    proxy.heal();
    expect(await says(client(), 'commit')).toBe('COMMIT');
  });

  it('loses every reply if none is named', async () => {
    const one = client();
    proxy.make('lost reply');
    one.socket.write('any');
    await until(() => one.end === 'ECONNRESET');
    expect([received, one.heard]).toEqual(['any', '']);
  });

  it('passes 1 kB/s in each direction, and the rest at once when it is healed', async () => {
    const one = client();
    proxy.make('slow');
    const since = performance.now();
    one.socket.write('x'.repeat(SLOW_BYTES_PER_S));
    await until(() => received.length >= SLOW_BYTES_PER_S / 2);
    expect(performance.now() - since).toBeGreaterThan(400);
    one.socket.write('y'.repeat(1_000 * SLOW_BYTES_PER_S));
    proxy.heal();
    await until(() => one.heard.length === 1_001 * SLOW_BYTES_PER_S);
    expect(received).toBe('x'.repeat(SLOW_BYTES_PER_S) + 'y'.repeat(1_000 * SLOW_BYTES_PER_S));
  });

  it('delays everything', async () => {
    const one = client();
    await says(one, 'hello');
    proxy.make('latency');
    const since = performance.now();
    expect(await says(one, 'late')).toBe('LATE');
    expect(performance.now() - since).toBeGreaterThan(2 * LATENCY_MS - 10); // timers are a little early
  });

  it.each(NETWORK_FAULTS)('ends while it makes a fault: %s', async (fault) => {
    const one = client();
    proxy.make(fault);
    one.socket.write('hello');
    await proxy.close();
  });
});

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(5);
}
