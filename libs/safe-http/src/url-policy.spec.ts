import fc from 'fast-check';
import { isIP } from 'node:net';
import { isPublic } from './address.js';
import { hostileUrls } from './hostile-urls.fixture.js';
import { checkUrl, type UrlPolicy } from './url-policy.js';

const onlyHttps: UrlPolicy = { allowHttp: false, allowLoopback: false };
const withHttp: UrlPolicy = { allowHttp: true, allowLoopback: false };
const withLoopback: UrlPolicy = { allowHttp: true, allowLoopback: true };

/** `ok`, or the code of the issue. */
const codeOf = (url: string, policy: UrlPolicy) => checkUrl(url, policy)?.code ?? 'ok';

const dots = (length: number) => `https://example.com/${'a'.repeat(length - 20)}`;

test.each(
  `
  https://example.com                          ok              ok               ok
  https://example.com/webhooks?tenant=7        ok              ok               ok
  https://EXAMPLE.com:443/                     ok              ok               ok
  https://hooks.example.com:8443/a/b%20c       ok              ok               ok
  https://1.1.1.1/                             ok              ok               ok
  https://[2606:4700:4700::1111]/              ok              ok               ok
  https://bücher.example/häuser                ok              ok               ok
  https://xn--bcher-kva.example/               ok              ok               ok
  https://api.internal.example.com/            ok              ok               ok
  https://_acme.hooks-1.example.co.uk/         ok              ok               ok
  http://example.com/                          not_https       ok               ok
  http://1.1.1.1/                              not_https       ok               ok
  http://example.com:80/                       not_https       ok               ok
  http://example.com:8080/                     not_https       ok               ok
  http://example.com:443/                      not_https       port_not_allowed port_not_allowed
  http://example.com:25/                       not_https       port_not_allowed port_not_allowed
  http://169.254.169.254/latest                not_https       host_not_allowed host_not_allowed
  http://100.64.0.1/                           not_https       host_not_allowed host_not_allowed
  http://224.0.0.1/                            not_https       host_not_allowed host_not_allowed
  http://[fd00:ec2::254]/                      not_https       host_not_allowed host_not_allowed
  http://db.internal/                          not_https       host_not_allowed host_not_allowed
  http://user@example.com/                     credentials_in_url credentials_in_url credentials_in_url
  http://127.0.0.1:3000/hook                   not_https       host_not_allowed ok
  http://127.0.0.1/                            not_https       host_not_allowed ok
  http://127.8.9.10:80/                        not_https       host_not_allowed ok
  http://localhost:3000/hook                   not_https       host_not_allowed ok
  http://LOCALHOST:3000/hook                   not_https       host_not_allowed ok
  http://[::1]:3000/hook                       not_https       host_not_allowed ok
  https://127.0.0.1:3000/                      host_not_allowed host_not_allowed not_http
  https://localhost:3000/                      host_not_allowed host_not_allowed not_http
  http://0.0.0.0:3000/                         not_https       host_not_allowed host_not_allowed
  http://10.0.0.1/                             not_https       host_not_allowed host_not_allowed
  http://[::ffff:127.0.0.1]:3000/              host_not_plain  host_not_plain   host_not_plain
  http://2130706433/                           host_not_plain  host_not_plain   host_not_plain
  http://0x7f.1/                               host_not_plain  host_not_plain   host_not_plain
  http://0177.0.0.1/                           host_not_plain  host_not_plain   host_not_plain
  http://localhost.:3000/                      not_https       host_not_allowed host_not_allowed
  https://192.168.0.1/                         host_not_allowed host_not_allowed host_not_allowed
  https://intranet/                            host_not_allowed host_not_allowed host_not_allowed
  https://db.internal/                         host_not_allowed host_not_allowed host_not_allowed
  https://example.com./                        host_not_allowed host_not_allowed host_not_allowed
  https://-a.example.com/                      host_not_allowed host_not_allowed host_not_allowed
  https://134744072/                           host_not_plain  host_not_plain   host_not_plain
  https://ｅxample.com/                        host_not_plain  host_not_plain   host_not_plain
  https://example.com:0443/                    host_not_plain  host_not_plain   host_not_plain
  https://xn--bcher-kva.example:08443/         host_not_plain  host_not_plain   host_not_plain
  https://example.com:22/                      port_not_allowed port_not_allowed port_not_allowed
  https://example.com:80/                      port_not_allowed port_not_allowed port_not_allowed
  https://example.com:0/                       port_not_allowed port_not_allowed port_not_allowed
  https://example.com:1023/                    port_not_allowed port_not_allowed port_not_allowed
  https://example.com:1024/                    ok              ok               ok
  https://example.com:65536/                   not_a_url       not_a_url        not_a_url
  https://user@example.com/                    credentials_in_url credentials_in_url credentials_in_url
  https://user:pass@example.com/               credentials_in_url credentials_in_url credentials_in_url
  http://user:pass@127.0.0.1/                  credentials_in_url credentials_in_url credentials_in_url
  https://example.com/@user                    ok              ok               ok
  https://example.com/#top                     fragment_in_url fragment_in_url  fragment_in_url
  https://example.com#                         fragment_in_url fragment_in_url  fragment_in_url
  https://                                     not_a_url       not_a_url        not_a_url
  https:example.com                            not_a_url       not_a_url        not_a_url
  example.com                                  not_a_url       not_a_url        not_a_url
  ftp://example.com/                           not_a_url       not_a_url        not_a_url
  ftp://https://example.com/                   not_a_url       not_a_url        not_a_url
  https://exa\\mple.com/                       not_a_url       not_a_url        not_a_url
`
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/) as [string, string, string, string]),
)('%s: %s by https alone, %s with http, %s with loopback', (url, ...codes) => {
  expect([onlyHttps, withHttp, withLoopback].map((policy) => codeOf(url, policy))).toEqual(codes);
});

test.each([
  ['too_long', dots(2049), 'At most 2048 characters.'],
  ['not_a_url', 'example.com', 'Must be an absolute URL such as https://example.com/webhooks.'],
  ['credentials_in_url', 'https://me@example.com', 'Must not contain a user name or password.'],
  ['fragment_in_url', 'https://example.com#top', 'Must not have a fragment (#…).'],
  ['host_not_plain', 'https://134744072/', 'The host and port must be in their canonical form.'],
  ['not_https', 'http://example.com/', 'Must begin with https://.'],
  ['host_not_allowed', 'https://10.0.0.1/', 'Must be a host on the public internet.'],
  [
    'port_not_allowed',
    'https://example.com:25/',
    'The port must be the default of the scheme, or 1024 or higher.',
  ],
])('the author of the URL is told what is wrong: %s', (code, url, detail) =>
  expect(checkUrl(url, onlyHttps)).toEqual({ code, detail }),
);

test('the author of an https:// URL of loopback is told how to reach it', () =>
  expect(checkUrl('https://localhost:3000/', withLoopback)).toEqual({
    code: 'not_http',
    detail: 'Must begin with http:// for a loopback host.',
  }));

test.each([
  [dots(2048), 'ok'],
  [dots(2049), 'too_long'],
  [`https://example.com/${'\u{1f600}'.repeat(2028)}`, 'ok'],
  [`https://example.com/${'\u{1f600}'.repeat(2029)}`, 'too_long'],
  [`https://${'a'.repeat(63)}.example/`, 'ok'],
  [`https://${'a'.repeat(64)}.example/`, 'host_not_allowed'],
  [`https://${'a.'.repeat(123)}example/`, 'ok'],
  [`https://${'a.'.repeat(124)}example/`, 'host_not_allowed'],
])('limits (%#)', (url, code) => expect(codeOf(url, onlyHttps)).toBe(code));

test.each(['\0', '\t', '\n', '\r', ' ', '\u00a0', '\u2028', '\u200b', '\u00ad', '\ufeff', '\ud83d', '\\'])(
  'character %j is rejected at any position',
  (character) => {
    const url = 'https://example.com/path?query';
    for (let at = 0; at <= url.length; at++)
      expect(codeOf(url.slice(0, at) + character + url.slice(at), onlyHttps)).toBe('not_a_url');
  },
);

describe('hostile forms', () => {
  const forms = hostileUrls(3000);
  it('are many, and different', () => {
    expect(new Set(forms).size).toBe(forms.length);
    expect(forms.length).toBeGreaterThan(250);
  });

  it.each([onlyHttps, withHttp, { allowHttp: false, allowLoopback: true }])(
    'are all refused: %j',
    (policy) => {
      expect(forms.filter((url) => codeOf(url, policy) === 'ok')).toEqual([]);
    },
  );

  it('are refused where loopback is allowed, but for loopback itself, by http, written plainly', () => {
    const allowed = ['127.0.0.1', '127.0.0.0', '127.0.1.1', '127.1.2.3', '127.255.255.254', '[::1]']
      .concat('localhost', 'LOCALHOST', 'LocalHost')
      .map((host) => `http://${host}:3000/`)
      .concat('HTTP://127.0.0.1:3000/');
    expect(forms.filter((url) => codeOf(url, withLoopback) === 'ok')).toEqual(allowed);
  });
});

describe('whatever is written', () => {
  const part = fc.oneof(
    fc.constantFrom(
      'https://',
      'http://',
      'HTTPS://',
      '//',
      '@',
      ':',
      '/',
      '?',
      '#',
      '[',
      ']',
      '%',
      '.',
      '..',
      '\\',
      '\t',
    ),
    fc.constantFrom(
      'localhost',
      '127.0.0.1',
      '::1',
      '0x7f',
      '2130706433',
      '10',
      '8.8.8.8',
      '.internal',
      'example.com',
      '443',
    ),
    fc.string({ unit: 'grapheme', maxLength: 6 }),
    fc.domain(),
    fc.ipV4(),
    fc.ipV6().map((address) => `[${address}]`),
  );
  const text = fc.oneof(
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc.array(part, { minLength: 1, maxLength: 7 }).map((parts) => parts.join('')),
    fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => `https://${parts.join('')}`),
  );

  it('gets a result, and all parsers agree on allowed URLs', () => {
    let allowed = 0;
    fc.assert(
      fc.property(text, (url) => {
        if (codeOf(url, onlyHttps) !== 'ok') return;
        allowed++;
        const { protocol, hostname, port, username, password, hash } = new URL(url);
        const host = hostname.replace(/^\[|\]$/g, '');
        expect([protocol, username, password, hash]).toEqual(['https:', '', '', '']);
        expect(isIP(host) ? isPublic(host) : /^[a-z0-9_.-]+\.[a-z0-9-]+$/.test(host)).toBe(true);
        expect(port === '' || Number(port) >= 1024).toBe(true);
        expect(/[^\0-\x7f]/.test(url) || url.toLowerCase().includes(`//${hostname}`)).toBe(true);
      }),
      { numRuns: 5000 },
    );
    expect(allowed).toBeGreaterThan(200);
  });
});
