import type { Envelope } from '@corridor/contracts';
import { fixture, fixtures } from './testing/index.js';
import { messageRegistry } from './index.js';

/** Old messages, in the form that current consumers accept. */
test.each(fixtures())(
  'version $version of $type is read as what its schema says today',
  ({ type, message }) => {
    const read = messageRegistry.read(message);
    expect(read.dataversion).toBe(messageRegistry.versionOf(type));
    expect(messageRegistry.checked(read)).toBe(read.dataversion); // nothing is missing, nothing is too much
  },
);

test('a message without a version keeps its data', () => {
  const { data, ...rest } = fixture('payment.failed');
  const unnumbered: Envelope<'payment.failed'> = { ...rest, dataversion: 1, data };
  const read = messageRegistry.read(unnumbered);
  expect(read).toMatchObject({ ...rest, dataversion: 2, data });
  expect(read).toEqual(messageRegistry.read({ ...unnumbered, dataversion: 2 }));
});

test.each(['ledger.transfer_requested', 'conversions.exchange_requested'] as const)(
  '%s of version 1 holds money for a transfer, or for none if the field is missing',
  (type) => {
    const { data, ...rest } = fixtures().find((one) => one.type === type && one.version === 1)!.message;
    const { holdFor, ...without } = data as { holdFor: string };
    const dataversion = messageRegistry.versionOf(type);
    const later = type === 'ledger.transfer_requested' ? { excludes: null } : {};
    const read = (sent: object) => messageRegistry.read({ ...rest, data: sent });
    expect(read(data)).toEqual({ ...rest, dataversion, data: { ...without, holdFor, ...later } });
    expect(read(without)).toEqual({ ...rest, dataversion, data: { ...without, holdFor: null, ...later } });
    expect(messageRegistry.checked(read(without))).toBe(dataversion);
    expect(() => messageRegistry.checked({ type, data: without })).toThrow(
      `${type}: /data/holdFor is missing`,
    );
  },
);
