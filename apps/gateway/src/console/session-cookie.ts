import { refuse } from '@corridor/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_LIFETIME_SECONDS } from '../token/access-tokens.js';

export const SESSION_PATH = '/console/session';
const NAME = 'corridor_session';

/**
 * A page of another site cannot send this header: the browser would ask first whether it may, and the gateway allows that to nobody.
 * @throws Refusal `invalid_request`
 */
export function mustBeOfConsole({ headers }: FastifyRequest): void {
  if (headers['x-corridor-console'] === undefined)
    throw refuse(
      'invalid_request',
      'Sessions are for the console, which sends the header X-Corridor-Console.',
    );
}

/** @returns the session in the cookie, or null */
export function sessionIn({ headers }: FastifyRequest): string | null {
  const cookies = (headers.cookie ?? '').split(';').map((one) => one.trim());
  return cookies.find((one) => one.startsWith(`${NAME}=`))?.slice(NAME.length + 1) ?? null;
}

/** The browser sends it back to the routes of the session alone, and shows it to no script. */
export const keepSession = (reply: FastifyReply, session: string): FastifyReply =>
  setCookie(reply, session, SESSION_LIFETIME_SECONDS);

export const forgetSession = (reply: FastifyReply): FastifyReply => setCookie(reply, '', 0);

function setCookie(reply: FastifyReply, value: string, maxAge: number): FastifyReply {
  const secure = reply.request.protocol === 'https' ? '; Secure' : '';
  const attributes = `Path=${SESSION_PATH}; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${secure}`;
  return reply.header('set-cookie', `${NAME}=${value}; ${attributes}`);
}
