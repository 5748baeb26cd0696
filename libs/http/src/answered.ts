/** A response body that is ready to be sent: JSON text. The event store's commands and reads answer with it. */
export interface Answered {
  readonly body: string;
  /** True when an earlier answer to the same request is given again. */
  readonly replayed: boolean;
}

export const isAnswered = (value: unknown): value is Answered => {
  const { body, replayed } = (value ?? {}) as Partial<Answered>;
  return typeof body === 'string' && typeof replayed === 'boolean';
};

/** An answer with `meta` beside its data, as rates have it. Anything else a controller just returns. */
export const answer = (data: unknown, meta: object): Answered => ({
  body: JSON.stringify({ data, meta }),
  replayed: false,
});
