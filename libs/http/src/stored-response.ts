/** A response body as JSON text, ready to be sent. The event store's commands and reads return it. */
export interface StoredResponse {
  readonly body: string;
  /** True if it is the repeated response of an earlier identical request. */
  readonly replayed: boolean;
}

export const isStoredResponse = (value: unknown): value is StoredResponse => {
  const { body, replayed } = (value ?? {}) as Partial<StoredResponse>;
  return typeof body === 'string' && typeof replayed === 'boolean';
};

/** A response with `data` and `meta`, such as rates. Controllers return everything else directly. */
export const withMeta = (data: unknown, meta: object): StoredResponse => ({
  body: JSON.stringify({ data, meta }),
  replayed: false,
});
