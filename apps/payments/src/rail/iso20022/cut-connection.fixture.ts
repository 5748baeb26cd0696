import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/** A way to a server on 127.0.0.1 that breaks when so many bytes have gone to it, or come from it, on one connection. */
export async function cutAfter(bytes: number, target: number, which: 'sent' | 'received') {
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    let left = bytes;
    const passes = (from: typeof client, to: typeof client, isCounted: boolean) => {
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
      from.on('data', (data) => {
        to.write(isCounted ? data.subarray(0, left) : data);
        if (!isCounted) return;
        left -= data.length;
        if (left > 0) return;
        // What has passed arrives.
        to.end(() => from.destroy());
        from.pause();
      });
    };
    passes(client, upstream, which === 'sent');
    passes(upstream, client, which === 'received');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
