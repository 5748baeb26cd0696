import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';
import { openDatabase } from './open-database.js';

const owner = { name: `test-${randomBytes(6).toString('hex')}`, migrations: [] };
const postgres = new URL(process.env['DATABASE_URL'] ?? '');

/** Messages of the protocol: a session is ready for its first statement, and the server ends it. */
const READY = Buffer.from('Z\0\0\0\x05I');
const FIELDS = 'SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0';
const ENDED = Buffer.concat([Buffer.from('E'), Buffer.alloc(4), Buffer.from(FIELDS)]);
ENDED.writeInt32BE(ENDED.length - 1, 1);

let server: Server;
let sockets: Socket[] = [];
/** How many of the next sessions end as soon as they are ready, in one packet: as a process that was stopped for a while reads it. */
let ends = 0;
beforeEach(async () => {
  server = createServer(forward).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.close();
  for (const socket of sockets) socket.destroy();
  sockets = [];
});

function forward(client: Socket): void {
  const upstream = connect(Number(postgres.port), postgres.hostname);
  for (const socket of [client, upstream]) sockets.push(socket.on('error', () => undefined));
  let isReady = false;
  upstream.on('data', (chunk) => {
    const becomesReady = !isReady && chunk.subarray(-READY.length).equals(READY);
    isReady ||= becomesReady;
    client.write(becomesReady && ends-- > 0 ? Buffer.concat([chunk, ENDED]) : chunk);
  });
  client.pipe(upstream);
}

test('a connection that ends in the moment in which it is handed out fails one statement, and not the process', async () => {
  const url = new URL(postgres);
  [url.hostname, url.port] = ['127.0.0.1', String((server.address() as AddressInfo).port)];
  const db = await openDatabase(url.href, owner);
  const query = () => db.database.transaction((sql) => sql.query('SELECT pg_sleep(0.1)'));
  ends = 2;
  const outcomes = await Promise.allSettled(Array.from({ length: 4 }, query));
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(2);
  await expect(query()).resolves.toHaveLength(1);
  await db.close();
});
