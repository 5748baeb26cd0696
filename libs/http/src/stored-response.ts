import type { StoredResponse } from '@corridor/event-store';

export const isStoredResponse = (value: unknown): value is StoredResponse => {
  const { body, replayed } = (value ?? {}) as Partial<StoredResponse>;
  return typeof body === 'string' && typeof replayed === 'boolean';
};

/** A response with `data` and `meta`, such as rates. Controllers return everything else directly. */
export const withMeta = (data: unknown, meta: object): StoredResponse => ({
  body: JSON.stringify({ data, meta }),
  replayed: false,
});
