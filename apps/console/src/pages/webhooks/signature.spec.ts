import { exampleAt, headersIn, verdictOn } from './signature.js';

const NOW_MS = 1_795_253_400_000;

test('the example is genuine for five minutes, and at any age if that is accepted', async () => {
  const example = await exampleAt(NOW_MS);
  expect(await verdictOn(example, false, NOW_MS)).toEqual({ isGenuine: true });
  const late = NOW_MS + 301_000;
  expect(await verdictOn(example, false, late)).toMatchObject({
    isGenuine: false,
    reason: /more than 300 s/,
  });
  expect(await verdictOn(example, true, late)).toEqual({ isGenuine: true });
});

test('a body that differs by a space is not genuine, and the signature that it would have is shown', async () => {
  const example = await exampleAt(NOW_MS);
  const verdict = await verdictOn({ ...example, body: `${example.body} ` }, false, NOW_MS);
  expect(verdict).toMatchObject({ isGenuine: false, expected: expect.stringMatching(/^v1,.{44}$/) });
  const { expected } = verdict as { expected: string };
  const headers = example.headers.replace(/v1,.*/, expected);
  expect(await verdictOn({ ...example, headers, body: `${example.body} ` }, false, NOW_MS)).toEqual({
    isGenuine: true,
  });
});

test('what is missing or is no secret is a reason, not an error', async () => {
  const example = await exampleAt(NOW_MS);
  for (const [change, reason] of [
    [{ headers: '' }, /header/],
    [{ secret: 'sesame' }, /whsec_/],
    [{ secret: 'whsec_$' }, /whsec_/],
  ] as const) {
    const verdict = await verdictOn({ ...example, ...change }, false, NOW_MS);
    expect(verdict).toEqual({ isGenuine: false, reason: expect.stringMatching(reason), expected: null });
  }
});

test('headers are read in any case, with what else is pasted around them', () =>
  expect(headersIn('POST /hooks HTTP/1.1\r\nWebhook-Id: whn_1\r\nHost: example.com:8080\r\n')).toEqual({
    'webhook-id': 'whn_1',
    host: 'example.com:8080',
  }));
