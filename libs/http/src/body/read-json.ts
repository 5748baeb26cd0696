import { refuse } from '@corridor/kernel';
import { inspectJson } from './inspect-json.js';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The value of a JSON body, or undefined for an empty one. Nothing in it was rounded, replaced or dropped.
 * @throws Refusal `malformed_json`
 */
export function readJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined;
  const text = decode(bytes);
  const value = parse(text);
  const errors = inspectJson(text);
  if (errors.length > 0) {
    throw refuse('malformed_json', 'The body contains values that cannot be stored exactly: see errors.', {
      errors,
    });
  }
  return value;
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw refuse('malformed_json', 'The body is not UTF-8.');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refuse('malformed_json', 'The body is not JSON.');
  }
}
