/** One delivery attempt: all that it needs, and nothing that it would have to look up. */
export interface SendRequest {
  /** As the subscription has it at this moment; it is checked again. */
  readonly url: string;
  /** `whsec_<base64>`, likewise of this moment. */
  readonly secret: string;
  /** `whn_…`, the same over all attempts: the receiver's key to recognise a repetition. */
  readonly id: string;
  /** Of this attempt, in Unix seconds. */
  readonly timestamp: number;
  /** JSON text, sent and signed byte for byte. */
  readonly body: string;
  readonly traceparent: string;
}

export type SendOutcome =
  | { readonly kind: 'delivered'; readonly status: number }
  /** Nothing was sent, as was wished. */
  | { readonly kind: 'called_off' }
  | {
      readonly kind: 'failed';
      /** Short, for the subscription's owner: no secret, no text of the answer, nothing of our own network. */
      readonly error: string;
      /** What the receiver asked for in Retry-After, at most a day; null when it asked for nothing. */
      readonly retryAfterMs: number | null;
    };

/**
 * Sends one signed POST (Standard Webhooks 1.0) into a hostile world. Whatever the receiver does, `send` answers within
 * the deadline, keeps a bounded part of the answer in memory, and has connected to allowed addresses only. Delivered
 * means that the whole request left and a complete 2xx answer arrived. Never rejects, except for a secret that is none: that is a defect of ours.
 */
export abstract class Sender {
  abstract send(request: SendRequest): Promise<SendOutcome>;
  /** Of the notifications with these ids, what has not been sent yet is not: it is still being looked up or connected. */
  abstract callOff(ids: readonly string[]): void;
  /** Closes all connections: an attempt still under way fails, and nothing is sent any more. */
  abstract close(): void;
}
