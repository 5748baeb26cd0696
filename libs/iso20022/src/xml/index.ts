/** Reads XML, and text in the encodings that banks and publishers of lists use, as a stream. Nothing here opens a file. */
export { type ByteSource, bytesOf } from './byte-source.js';
export { type Element, type Found, eachElement, oneLine } from './elements.js';
export { textOf } from './text-of.js';
export { UnreadableFile, unreadable } from './unreadable-file.js';
