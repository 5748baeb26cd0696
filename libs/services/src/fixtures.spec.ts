import { spawnSync } from 'node:child_process';
import { encodeJson } from '@corridor/kernel';
import { Value } from 'typebox/value';
import { messageRegistry, messages, SERVICES } from './index.js';
import { fixture, fixtures } from './testing/index.js';

test('exactly the versions of all message types have an example', () => {
  const declared = Object.entries(messages).flatMap(([type, { version }]) =>
    Array.from({ length: version }, (_, i) => `${type} v${i + 1}`),
  );
  const shown = fixtures().map(({ type, version }) => `${type} v${version}`);
  expect(shown.sort()).toEqual(declared.sort());
  expect(shown.length).toBeGreaterThan(25);
});

test.each(fixtures())('version $version of $type is a whole envelope', ({ type, version, message }) => {
  expect(message).toEqual({
    id: `${message.streamId}/${message.version}`,
    type,
    source: expect.stringMatching(new RegExp(`^(${SERVICES.join('|')})$`)),
    streamId: expect.any(String),
    version: expect.any(Number),
    dataversion: version,
    occurredOn: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/),
    caller: expect.objectContaining({ client: expect.any(Object), traceparent: expect.any(String) }),
    data: expect.any(Object),
  });
});

test.each(fixtures())(
  'version $version of $type is read as what its schema says today',
  ({ type, message }) => {
    const { data } = messageRegistry.read(message); // upcast, and null where a field was added since
    expect([...Value.Errors(messages[type].data, JSON.parse(encodeJson(data)))]).toEqual([]);
  },
);

test('data that does not match the schema is rejected', () => {
  const { data } = messages['ledger.transfer_requested'];
  const sample = JSON.parse(encodeJson(fixture('ledger.transfer_requested').data)) as {
    entries: { amount: { minor: unknown } }[];
  };
  expect(Value.Check(data, sample)).toBe(true);
  sample.entries[0]!.amount.minor = 1;
  expect(Value.Check(data, sample)).toBe(false);
  expect(Value.Check(data, { ...sample, entries: [], more: 1 })).toBe(false);
});

const git = (...args: string[]) => spawnSync('git', args, { encoding: 'utf8' });
const whereHistoryIs = git('rev-parse').status === 0 ? test : test.skip;

/** Old messages can still arrive, so a changed message is a new version beside the old one. */
whereHistoryIs('no example was ever edited, renamed or removed', () => {
  const folders = 'apps/*/contract/fixtures/*.json';
  const { stdout } = git('log', '--diff-filter=MRD', '--format=%h %s', '--', folders);
  expect(stdout).toBe('');
});
