/** A PDF on the input: its texts by page on the output, as JSON. A program of its own, because the reader changes globals. */
import { buffer } from 'node:stream/consumers';
import { extractTextItems, getDocumentProxy } from 'unpdf';

const document = await getDocumentProxy(new Uint8Array(await buffer(process.stdin)));
process.stdout.write(JSON.stringify(await extractTextItems(document)));
