import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket as TcpSocket } from 'node:net';
import { nameServers } from './resolver.js';

const [A, AAAA, CNAME] = [1, 28, 5];
/** What fits into a response by UDP; a longer one only says that the query must be repeated by TCP. */
const MAX_RECORDS = 20;
const [NO_ERROR, SERVER_FAILURE, NO_SUCH_NAME] = [0, 2, 3];

/** A minimal name server (RFC 1035) for these tests: one question and its response. */
type Zone = (name: string, type: number) => { status: number; data?: Buffer[]; afterMs?: number } | null;
let server: Socket | undefined;
let longServer: Server | undefined;

async function serving(zone: Zone) {
  let requested = 0;
  const { socket, port } = await listeningTwice((connection) =>
    connection.on('data', (query) => {
      const { message = Buffer.alloc(0) } = responseTo(query.subarray(2), zone) ?? {};
      connection.end(Buffer.concat([Buffer.from([message.length >> 8, message.length & 255]), message]));
    }),
  );
  socket.on('message', (query, from) => {
    requested++;
    const { message, afterMs } = responseTo(query, zone, MAX_RECORDS) ?? {};
    if (message) setTimeout(() => socket.send(message, from.port, from.address), afterMs);
  });
  return { resolve: nameServers(`127.0.0.1:${port}`), requested: () => requested };
}

/** TCP and UDP on the same port; on another one if the UDP port is in use. */
async function listeningTwice(onConnection: (connection: TcpSocket) => void) {
  for (;;) {
    const tcp = createServer(onConnection).listen(0, '127.0.0.1');
    await once(tcp, 'listening');
    const { port } = tcp.address() as AddressInfo;
    const socket = createSocket('udp4').bind(port, '127.0.0.1');
    try {
      await once(socket, 'listening');
      [server, longServer] = [socket, tcp];
      return { socket, port };
    } catch {
      tcp.close();
    }
  }
}

function responseTo(query: Buffer, zone: Zone, maxRecords = Infinity) {
  const question = query.subarray(12, query.indexOf(0, 12) + 5);
  const response = zone(nameIn(question), question.readUInt16BE(question.length - 4));
  if (!response) return null;
  const { status, afterMs = 0 } = response;
  const isTruncated = (response.data?.length ?? 0) > maxRecords;
  const data = isTruncated ? [] : (response.data ?? []);
  const counts = Buffer.from([
    isTruncated ? 0x83 : 0x81,
    0x80 | status,
    0,
    1,
    data.length >> 8,
    data.length & 255,
    0,
    0,
    0,
    0,
  ]);
  const records = data.map((one) =>
    Buffer.concat([Buffer.from([0xc0, 12, 0, typeOf(one), 0, 1, 0, 0, 0, 60, 0, one.length]), one]),
  );
  return { message: Buffer.concat([query.subarray(0, 2), counts, question, ...records]), afterMs };
}

const typeOf = ({ length }: Buffer) => (length === 4 ? A : length === 16 ? AAAA : CNAME);

function nameIn(question: Buffer): string {
  const labels: string[] = [];
  for (let at = 0; question[at]; at += question[at]! + 1)
    labels.push(question.toString('latin1', at + 1, at + 1 + question[at]!));
  return labels.join('.');
}

const v4 = (...bytes: number[]) => Buffer.from(bytes);
const v6 = (hex: string) => Buffer.from(hex.padEnd(32, '0'), 'hex');
/** As the question has it. */
const THE_SAME_NAME = Buffer.from([0xc0, 12]);
const FOUR = { status: NO_ERROR, data: [v4(1, 1, 1, 1)] };
const SIX = { status: NO_ERROR, data: [v6('26064700470000000000000000001111')] };
const never = new AbortController().signal;
const nextTurn = () => new Promise((resolve) => setTimeout(resolve, 5));

/** As long as it waits for a response, a resolver repeats its query, first after two seconds. */
async function noFurtherQuery(resolving: Promise<unknown>, requested: () => number): Promise<void> {
  let isOver = false;
  void resolving.then(() => (isOver = true));
  for (const queries = requested(); !isOver; await nextTurn()) expect(requested()).toBe(queries);
}

afterEach(() => {
  server?.close();
  longServer?.close();
});

test('all addresses of both families', async () => {
  const { resolve } = await serving((name, type) => ({
    status: name === 'hooks.example' ? NO_ERROR : NO_SUCH_NAME,
    data: type === A ? [v4(93, 184, 216, 34), v4(10, 0, 0, 1)] : [v6('26064700470000000000000000001111')],
  }));
  const found = await resolve('hooks.example', never);
  expect([...found].sort()).toEqual(['10.0.0.1', '2606:4700:4700::1111', '93.184.216.34']);
});

test.each<[string, Zone, string[]]>([
  ['one family', (_, type) => ({ status: NO_ERROR, data: type === A ? [v4(1, 1, 1, 1)] : [] }), ['1.1.1.1']],
  [
    'a family that fails',
    (_, type) => (type === A ? { status: NO_ERROR, data: [v4(1, 1, 1, 1)] } : { status: SERVER_FAILURE }),
    ['1.1.1.1'],
  ],
  ['no such name', () => ({ status: NO_SUCH_NAME }), []],
  ['a server that fails', () => ({ status: SERVER_FAILURE }), []],
  ['an alias of itself', () => ({ status: NO_ERROR, data: [THE_SAME_NAME] }), []],
])('%s', async (_case, zone, addresses) => {
  const { resolve } = await serving(zone);
  expect(await resolve('hooks.example', never)).toEqual(addresses);
});

test('a thousand addresses: all of them, so that all are vetted', async () => {
  const many = Array.from({ length: 1000 }, (_, i) => [93, 184, i >> 8, i & 255]);
  const { resolve } = await serving((_, type) => ({
    status: NO_ERROR,
    data: type === A ? many.map((bytes) => v4(...bytes)) : [],
  }));
  const found = await resolve('hooks.example', never);
  expect([...found].sort()).toEqual(many.map((bytes) => bytes.join('.')).sort());
});

test('a server that never responds is not waited for after the deadline', async () => {
  const { resolve, requested } = await serving(() => null);
  const over = new AbortController();
  const resolving = resolve('hooks.example', over.signal);
  while (requested() === 0) await nextTurn();
  over.abort();
  await noFurtherQuery(resolving, requested);
  expect(await resolving).toEqual([]);
});

test.each<[string, Zone, string[]]>([
  ['AAAA', (_, type) => (type === A ? FOUR : null), ['1.1.1.1']],
  ['A', (_, type) => (type === AAAA ? SIX : null), ['2606:4700:4700::1111']],
])(
  'a server that is silent about %s is not waited for when there are other addresses',
  async (_type, zone, found) => {
    const { resolve, requested } = await serving(zone);
    const resolving = resolve('hooks.example', never);
    while (requested() < 2) await nextTurn();
    await noFurtherQuery(resolving, requested);
    expect(await resolving).toEqual(found);
  },
);

test.each<[string, Zone, string[]]>([
  [
    'a little, when there are other addresses',
    (_, type) => (type === A ? FOUR : { ...SIX, afterMs: 100 }),
    ['1.1.1.1', '2606:4700:4700::1111'],
  ],
  [
    'longer, when there are none',
    (_, type) => (type === A ? { status: NO_ERROR } : { ...SIX, afterMs: 1000 }),
    ['2606:4700:4700::1111'],
  ],
])('a server that is slow is waited for: %s', async (_case, zone, found) => {
  const { resolve } = await serving(zone);
  expect(await resolve('hooks.example', never)).toEqual(found);
});
