/** A response body that is ready to be sent: JSON text. The event store's commands and reads answer with it. */
export interface StoredResponse {
  readonly body: string;
  /** True when an earlier answer to the same request is given again. */
  readonly replayed: boolean;
}

export const isStoredResponse = (value: unknown): value is StoredResponse => {
  const { body, replayed } = (value ?? {}) as Partial<StoredResponse>;
  return typeof body === 'string' && typeof replayed === 'boolean';
};

/** An answer with `meta` beside its data, as rates have it. Anything else a controller just returns. */
export const withMeta = (data: unknown, meta: object): StoredResponse => ({
  body: JSON.stringify({ data, meta }),
  replayed: false,
});
