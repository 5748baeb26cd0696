import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type RequestListener, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { LIMIT_BYTES, readDocument } from './read-document.js';

describe('a document from a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-rates-'));
  const file = (content: string | Buffer) => {
    const path = join(folder, 'rates.xml');
    writeFileSync(path, content);
    return path;
  };
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is read as it is, also by its file: address', async () => {
    const path = file('<é/>');
    expect([await readDocument(path), await readDocument(`file://${path}`)]).toEqual(['<é/>', '<é/>']);
  });

  it('may be as large as the limit, and not larger', async () => {
    expect(await readDocument(file('x'.repeat(LIMIT_BYTES)))).toHaveLength(LIMIT_BYTES);
    await expect(readDocument(file('x'.repeat(LIMIT_BYTES + 1)))).rejects.toThrow(/larger than/);
    await expect(readDocument('/dev/zero')).rejects.toThrow(/no file/);
  });

  it('is rejected if it is missing, a folder, or not UTF-8', async () => {
    await expect(readDocument(join(folder, 'nothing.xml'))).rejects.toThrow(/ENOENT/);
    await expect(readDocument(folder)).rejects.toThrow(/no file/);
    await expect(readDocument(file(Buffer.from('<x/>', 'utf16le').swap16()))).resolves.toContain('\0');
    await expect(readDocument(file(Buffer.from([0xff, 0xfe, 0x3c, 0])))).rejects.toThrow(/UTF-8/);
  });
});

describe('a document from a URL', () => {
  let server: Server;
  let handle: RequestListener;
  let url: string;
  beforeAll(async () => {
    server = createServer((request, response) => handle(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rates.xml`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const read = (listener: RequestListener, deadlineMs?: number) => {
    handle = listener;
    return readDocument(url, deadlineMs);
  };

  it('is the body of the response', async () => {
    expect(await read((_, response) => response.end('<x/>'))).toBe('<x/>');
  });

  it.each([404, 500, 204, 301])('is rejected if the response is %s', async (status) => {
    const moved = { location: 'http://127.0.0.1:9/' };
    await expect(read((_, response) => response.writeHead(status, moved).end())).rejects.toThrow();
  });

  it('is not read beyond the limit, even if compressed', async () => {
    const large = Buffer.alloc(10_000_000, 'x');
    await expect(read((_, response) => response.end(large))).rejects.toThrow(/larger than/);
    const packed = gzipSync(large);
    await expect(
      read((_, response) => response.setHeader('content-encoding', 'gzip').end(packed)),
    ).rejects.toThrow(/larger than/);
  });

  it('has one deadline for the whole read, even if the response never comes or is slow', async () => {
    await expect(read(() => undefined, 300)).rejects.toThrow(/300 ms/);
    let drips = 0;
    await expect(
      read((_, response) => {
        response.writeHead(200);
        const drip = setInterval(() => response.write(String(drips++)), 20);
        response.on('close', () => clearInterval(drip));
      }, 300),
    ).rejects.toThrow(/300 ms/);
    expect(drips).toBeGreaterThan(0);
    expect(drips).toBeLessThan(50); // a second's
  });

  it('is rejected if nothing listens, and if the connection breaks', async () => {
    await expect(readDocument('http://127.0.0.1:9/')).rejects.toThrow(/ECONNREFUSED|bad port/);
    await expect(
      read((_, response) => {
        response.writeHead(200, { 'content-length': '100' }).write('<x>');
        setTimeout(() => response.destroy(), 20);
      }),
    ).rejects.toThrow();
  });
});
