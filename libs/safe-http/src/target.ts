import { type Socket, isIP } from 'node:net';
import { isLoopback, isPublic } from './address.js';
import { Failure } from './failure.js';
import type { Resolver } from './resolver.js';
import { type UrlPolicy, checkUrl, hostOf, isLoopbackAllowed, isLoopbackHost } from './url-policy.js';

/** The target of one request: only these addresses, even if the name resolves differently later. */
export interface Target {
  readonly url: URL;
  /** In the order in which they are tried. */
  readonly addresses: readonly string[];
  /** To check the remote address of a connection. */
  readonly isAllowed: (address: string) => boolean;
}

export const notPublic = () =>
  new Failure('address_not_allowed', 'The host does not resolve to public addresses.');

/**
 * Whether a connection has gone where it may go. A public address can belong to this machine: services that listen on it are
 * not necessarily public.
 */
export function mayConnect(
  { isAllowed }: Pick<Target, 'isAllowed'>,
  { remoteAddress = '', localAddress }: Pick<Socket, 'remoteAddress' | 'localAddress'>,
): boolean {
  const isOwn = remoteAddress === localAddress && !isLoopback(remoteAddress);
  return !isOwn && isAllowed(remoteAddress);
}

/** More than these are not tried. */
const MAX_ADDRESSES = 4;

/** @throws Failure unless the URL is allowed, and all the addresses that its name has at this moment */
export async function vet(
  text: string,
  policy: UrlPolicy,
  resolve: Resolver,
  signal: AbortSignal,
): Promise<Target> {
  const issue = checkUrl(text, policy);
  if (issue) throw new Failure('url_not_allowed', `The URL is not allowed. ${issue.detail}`);
  const url = new URL(text);
  const host = hostOf(url);
  const found = isIP(host) ? [host] : host === 'localhost' ? LOCALHOST : await resolve(host, signal);
  // Loopback must be explicit: a name that resolves to it is refused, even if loopback is allowed.
  const isAllowed = isLoopbackAllowed(policy) && isLoopbackHost(host) ? isLoopback : isPublic;
  // The same message for missing and forbidden addresses, so that it does not reveal names of the internal network.
  if (found.length === 0 || !found.every(isAllowed)) throw notPublic();
  return { url, addresses: [...found].sort(fourFirst).slice(0, MAX_ADDRESSES), isAllowed };
}

/** Known without a lookup (RFC 6761, 6.3). */
const LOCALHOST = ['127.0.0.1', '::1'];

/** Many machines resolve IPv6 addresses but have no IPv6 route. */
const fourFirst = (a: string, b: string) => isIP(a) - isIP(b) || (a < b ? -1 : 1);
