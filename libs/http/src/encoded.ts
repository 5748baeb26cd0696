import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Coding = 'br' | 'gzip';

const CODINGS: Readonly<Record<Coding, (bytes: Buffer) => Buffer>> = {
  br: (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (bytes) => gzipSync(bytes, { level: 9 }),
};

/** Text that is the same for everybody: each compressed form is made when it is first asked for, and kept. */
export class Encoded {
  readonly bytes: Buffer;
  private readonly made = new Map<Coding, Buffer>();

  constructor(content: string | Buffer) {
    this.bytes = Buffer.from(content);
  }

  /** Sends it in the coding that the request prefers, Brotli before gzip; uncompressed if it accepts neither. */
  send(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const coding = codingFor(request);
    addVary(reply);
    return coding ? reply.header('content-encoding', coding).send(this.in(coding)) : reply.send(this.bytes);
  }

  private in(coding: Coding): Buffer {
    const made = this.made.get(coding) ?? CODINGS[coding](this.bytes);
    this.made.set(coding, made);
    return made;
  }
}

/** RFC 9110, 12.5.3: a coding is accepted if it is named, or `*` is, with a quality above 0. */
export function codingFor({ headers }: FastifyRequest): Coding | null {
  const accepted = String(headers['accept-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((one) => one.split(';').map((part) => part.trim()));
  const accepts = (coding: string) => {
    const found = accepted.find(([name]) => name === coding) ?? accepted.find(([name]) => name === '*');
    return found !== undefined && !/^q=0(\.0*)?$/.test(found[1] ?? '');
  };
  return (Object.keys(CODINGS) as Coding[]).find(accepts) ?? null;
}

function addVary(reply: FastifyReply): void {
  const others = reply.getHeader('vary');
  reply.header('vary', others ? `${String(others)}, accept-encoding` : 'accept-encoding');
}
