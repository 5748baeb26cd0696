import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** What a handler with `@Res()` responds with. */
export type Reply = FastifyReply;

export interface FileOf {
  /** With its charset: `text/csv; charset=utf-8`. */
  readonly type: string;
  /** Under which a browser saves it. */
  readonly name: string;
  /** One at a time: the next one is made when the connection has taken this one. */
  readonly parts: AsyncIterable<string | Uint8Array>;
}

/** Sends a file part by part; an error breaks the response off. */
export const sendFile = async (reply: Reply, { type, name, parts }: FileOf): Promise<void> => {
  await reply
    .header('content-type', type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(Readable.from(parts, { highWaterMark: 1 }));
};
