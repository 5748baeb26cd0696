import { WebhookVerificationError, webhooks } from '@corridor/sdk';

/** A request as somebody has pasted it. */
export interface Pasted {
  readonly secret: string;
  /** `name: value`, one on each line. */
  readonly headers: string;
  readonly body: string;
}

export type Verdict =
  | { readonly isGenuine: true }
  | {
      readonly isGenuine: false;
      readonly reason: string;
      /** The signature that the secret gives; null if something for it is missing. */
      readonly expected: string | null;
    };

/** @param isAnyAge whether old requests are genuine too */
export async function verdictOn(pasted: Pasted, isAnyAge: boolean, nowMs: number): Promise<Verdict> {
  const headers = headersIn(pasted.headers);
  const secret = pasted.secret.trim();
  try {
    const toleranceSeconds = isAnyAge ? Infinity : undefined;
    await webhooks.verify(pasted.body, headers, secret, { nowMs, ...(isAnyAge && { toleranceSeconds }) });
    return { isGenuine: true };
  } catch (error) {
    // A body that is signed but is no JSON, and a secret that is none, are reasons too.
    const reason = error instanceof Error ? error.message : String(error);
    const isAboutSecret = error instanceof TypeError;
    const { 'webhook-id': id, 'webhook-timestamp': timestamp } = headers;
    const expected =
      error instanceof WebhookVerificationError && !isAboutSecret && id && timestamp
        ? await signatureOf(pasted.body, { id, timestamp, secret })
        : null;
    return { isGenuine: false, reason, expected };
  }
}

/** Names are without regard to case; what is no header is left out. */
export function headersIn(text: string): Readonly<Record<string, string>> {
  const pairs = text.split('\n').flatMap((line) => {
    const [, name, value] = /^\s*([\w-]+)\s*:\s*(.*?)\s*$/.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [[name.toLowerCase(), value] as const];
  });
  return Object.fromEntries(pairs);
}

interface Signed {
  readonly id: string;
  readonly timestamp: string;
  /** `whsec_…` */
  readonly secret: string;
}

/** `v1,` and base64, as Standard Webhooks defines it. */
export async function signatureOf(body: string, { id, timestamp, secret }: Signed): Promise<string> {
  const encoder = new TextEncoder();
  const bytes = Uint8Array.from(atob(secret.slice('whsec_'.length)), (letter) => letter.charCodeAt(0));
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const signature = await crypto.subtle.sign('HMAC', key, encoder.encode(`${id}.${timestamp}.${body}`));
  return `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`;
}

/** A request that is genuine at that time. */
export async function exampleAt(nowMs: number): Promise<Pasted> {
  const secret = `whsec_${btoa('an example, never a real secret!')}`;
  const id = 'whn_01K00000000000000000000007';
  const timestamp = String(Math.floor(nowMs / 1_000));
  const body = JSON.stringify({ id, eventType: 'ping', payload: { message: 'Is anybody there?' } });
  const signature = await signatureOf(body, { id, timestamp, secret });
  const headers = [
    ['webhook-id', id],
    ['webhook-timestamp', timestamp],
    ['webhook-signature', signature],
  ];
  return { secret, headers: headers.map((pair) => pair.join(': ')).join('\n'), body };
}
