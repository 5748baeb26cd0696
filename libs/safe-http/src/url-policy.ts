import { isIP } from 'node:net';
import { isLoopback, isPublic } from './address.js';

/** The allowed targets: by default the public internet over https. */
export interface UrlPolicy {
  /** Plain http to public hosts too. */
  readonly allowHttp: boolean;
  /** This machine's loopback too, by plain http; without effect where that is not allowed. */
  readonly allowLoopback: boolean;
}

/** What is wrong with a URL. */
interface UrlIssue {
  /** Short and stable: `host_not_allowed`. */
  readonly code: string;
  /** A message for the author of the URL. */
  readonly detail: string;
}

/** In characters. */
const MAX_URL_LENGTH = 2048;

/**
 * The issue of a URL by its text alone; null if there is none. Names are resolved at each request and not here, because
 * DNS can change and the result would reveal names of the internal network.
 *
 * A host must be in its canonical form: a form that parsing turns into an address or another name (`2130706433`,
 * `0x7f.1`, `%6c`, full-width letters) is rejected regardless of the result.
 */
export function checkUrl(text: string, policy: UrlPolicy): UrlIssue | null {
  const written = WRITTEN.exec(text)?.[1];
  if (text.length > 2 * MAX_URL_LENGTH || [...text].length > MAX_URL_LENGTH)
    return issue('too_long', `At most ${MAX_URL_LENGTH} characters.`);
  if (written === undefined || UNWANTED.test(text) || !URL.canParse(text))
    return issue('not_a_url', 'Must be an absolute URL such as https://example.com/webhooks.');
  if (written.includes('@')) return issue('credentials_in_url', 'Must not contain a user name or password.');
  if (text.includes('#')) return issue('fragment_in_url', 'Must not have a fragment (#…).');
  return checkTarget(new URL(text), written.toLowerCase(), policy);
}

const issue = (code: string, detail: string): UrlIssue => ({ code, detail });

/** Its group is the authority. */
const WRITTEN = /^https?:\/\/([^/?#\\]+)/i;
/** White space, control and invisible characters and backslashes: parsers differ over them. */
const UNWANTED = /[\p{Z}\p{C}\\]/u;

function checkTarget(url: URL, written: string, policy: UrlPolicy): UrlIssue | null {
  const host = hostOf(url);
  if (!isWrittenPlainly(url, written))
    return issue('host_not_plain', 'The host and port must be in their canonical form.');
  if (isLoopbackAllowed(policy) && isLoopbackHost(host))
    return url.protocol === 'http:'
      ? null
      : issue('not_http', 'Must begin with http:// for a loopback host.');
  if (url.protocol !== 'https:' && !policy.allowHttp) return issue('not_https', 'Must begin with https://.');
  if (isIP(host) ? !isPublic(host) : !isPublicName(host))
    return issue('host_not_allowed', 'Must be a host on the public internet.');
  if (!isPortAllowed(url.port))
    return issue('port_not_allowed', 'The port must be the default of the scheme, or 1024 or higher.');
  return null;
}

/** Without the brackets of an IPv6 address. */
export const hostOf = ({ hostname }: URL): string =>
  hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;

export const isLoopbackAllowed = (policy: UrlPolicy): boolean => policy.allowHttp && policy.allowLoopback;

export const isLoopbackHost = (host: string): boolean => host === 'localhost' || isLoopback(host);

/** As parsed; a name with non-ASCII letters is in its `xn--` form. */
function isWrittenPlainly(url: URL, written: string): boolean {
  const isInternational = /[^\0-\x7f]/.test(written) && /(^|\.)xn--/.test(url.hostname);
  const defaultPort = url.protocol === 'https:' ? ':443' : ':80';
  return isInternational || written === url.host || written === url.host + defaultPort;
}

/** Suffixes of internal names, which do not exist in public DNS. */
const PRIVATE_SUFFIX = /\.(localhost|local|localdomain|internal|intranet|lan|home|corp|private|arpa)$/;
const NAME = /^(?=.{4,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z0-9-]{2,63}$/;

const isPublicName = (host: string): boolean => NAME.test(host) && !PRIVATE_SUFFIX.test(host);

/**
 * Ports below 1024 belong to mail, shells, name servers and others, which are not valid targets.
 * @param port empty when it is the scheme's own
 */
const isPortAllowed = (port: string): boolean => port === '' || Number(port) >= 1024;
