import type { Envelope } from '@corridor/contracts';
import { decodeJson } from '@corridor/kernel';

/** A message as it is stored. Messages from before versions existed have none, and are of version 1. */
export type StoredEnvelope = Omit<Envelope, 'dataversion'> & Partial<Pick<Envelope, 'dataversion'>>;

export function decodeEnvelope(json: string): Envelope {
  const stored = decodeJson<StoredEnvelope>(json);
  return { ...stored, dataversion: stored.dataversion ?? 1 };
}
