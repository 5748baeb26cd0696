import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import type { ConfigType } from '@nestjs/config';
import { Test } from '@nestjs/testing';
import { address, addressRanges, bytes, fileHeaders, fileText, list, oneOf } from './parse.js';
import { platformSettings } from './platform-settings.js';
import {
  type Variables,
  flagSetting,
  integerSetting,
  optionalSetting,
  requiredSetting,
  secretSetting,
  setting,
  textSetting,
} from './setting.js';
import { InvalidSettings, checkSettings, settingsModule, settingsOf } from './settings.js';

const rowing = settingsOf(
  'rowing',
  {
    boat: textSetting('BOAT', 'four', 'which boat'),
    oars: integerSetting('OARS', 4, 'how many oars'),
    seats: integerSetting('SEATS', 4, 'how many seats'),
    buoy: integerSetting('BUOY', 0, 'where to turn', { least: 0, most: 9 }),
    isCoxed: flagSetting('COXED', false, 'whether somebody steers'),
    side: setting('SIDE', 'port', 'on which side', oneOf('port', 'starboard')),
    crew: requiredSetting('ROWING_CREW', 'names, separated by commas', list),
    map: optionalSetting('ROWING_MAP', 'a file', fileText),
    coach: setting('COACH', '', 'who coaches', (text) => text, {
      sandboxDefault: 'demo coach',
      leastBytesInProduction: 8,
    }),
    demo: textSetting('ROWING_DEMO', 'demo', 'a demo', { rejectedInProduction: 'demo boats' }),
    key: secretSetting('ROWING_KEY', 'opens the boathouse: 8 bytes or more', bytes(8)),
    harbour: optionalSetting('HARBOUR', 'where', address('http', 'https'), { isSecret: true }),
  },
  ({ oars, seats }) =>
    oars !== undefined && seats !== undefined && oars < seats ? ['OARS must be as many as SEATS'] : [],
);
const right = { ROWING_CREW: 'Ann,Bob', ROWING_KEY: 'long enough' };

test('values have their types; what is empty is not set', () => {
  expect(rowing.read({ ...right, OARS: '8', COXED: 'true', SIDE: '' })).toEqual({
    boat: 'four',
    oars: 8,
    seats: 4,
    buoy: 0,
    isCoxed: true,
    side: 'port',
    crew: ['Ann', 'Bob'],
    map: null,
    coach: 'demo coach',
    demo: 'demo',
    key: 'long enough',
    harbour: null,
  });
});

test('address ranges are IP addresses and ranges of them, and never all addresses', () => {
  expect(addressRanges('10.0.0.0/8, 192.0.2.1,2001:db8::/32,::1')).toEqual([
    '10.0.0.0/8',
    '192.0.2.1',
    '2001:db8::/32',
    '::1',
  ]);
  for (const wrong of [
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    'ingress',
    '10.0.0',
    'true',
  ])
    expect(() => addressRanges(`192.0.2.1,${wrong}`)).toThrow(`"${wrong}"`);
});

test('a default of the sandbox is none of PRODUCTION, which rejects what is for demos', () => {
  const production = { ...right, ENVIRONMENT: 'PRODUCTION' };
  expect(rowing.read(production).coach).toBe('');
  expect(rowing.errors({ ...right, COACH: 'Eve' })).toEqual([]);
  expect(rowing.errors({ ...production, COACH: 'Eve' })).toEqual(['COACH must have at least 8 bytes']);
  expect(rowing.errors({ ...production, ROWING_DEMO: 'mine' })).toEqual([
    'ROWING_DEMO: demo boats are refused in PRODUCTION',
  ]);
});

test.each<[Variables, string]>([
  [{ ROWING_CREW: '' }, 'ROWING_CREW must be set: names, separated by commas'],
  [{ OARS: '4.5' }, 'OARS must be a whole number from 1 to 999999999, not "4.5"'],
  [{ OARS: '0', SEATS: '1' }, 'OARS must be a whole number from 1 to 999999999, not "0"'],
  [{ OARS: '1000000000' }, 'OARS must be a whole number from 1 to 999999999, not "1000000000"'],
  [{ BUOY: '-1' }, 'BUOY must be a whole number from 0 to 9, not "-1"'],
  [{ BUOY: '10' }, 'BUOY must be a whole number from 0 to 9, not "10"'],
  [{ COXED: 'yes' }, 'COXED must be one of false, true, not "yes"'],
  [{ SIDE: 'left' }, 'SIDE must be one of port, starboard, not "left"'],
  [{ ROWING_KEY: 'short' }, 'ROWING_KEY must have at least 8 bytes'],
  [{ HARBOUR: 'ftp://u:pw@h' }, 'HARBOUR must be an address that begins with http:// or https://'],
  [{ OARS: '3' }, 'OARS must be as many as SEATS'],
])('%j: %s', (variables, error) => {
  expect(rowing.errors({ ...right, ...variables })).toEqual([error]);
  expect(() => rowing.read({ ...right, ...variables })).toThrow(new InvalidSettings([error]));
});

test('a file is read at the start, or reported as unreadable', () => {
  expect(rowing.errors({ ...right, ROWING_MAP: '/nowhere/map' })).toEqual([
    expect.stringMatching(/^ROWING_MAP must be the path of a file that can be read: ENOENT.*\/nowhere\/map/),
  ]);
});

test('headers are lines of a file, and an error shows none of them', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'corridor-headers-')), 'headers');
  const headers = (text: string) => {
    writeFileSync(file, text);
    return fileHeaders(file);
  };
  expect(headers('Authorization: Bearer a=b, c\nX-Scope-OrgID:7\n')).toEqual({
    Authorization: 'Bearer a=b, c',
    'X-Scope-OrgID': '7',
  });
  const refused = /^must be .* on each line: line 2 is none$/;
  for (const wrong of ['canary', 'Token: ', 'A b: canary'])
    expect(() => headers(`Name: value\n${wrong}\nName: value`)).toThrow(refused);
});

describe('a start', () => {
  const variables = { OARS: 'many', ROWING_KEY: 'hunter2', PORT: '80 80', LOG_LEVEL: 'loud' };

  test('with errors in several namespaces names all of them, and shows no secret', () => {
    const start = () =>
      checkSettings({ ...variables, CALLER_SECRET: 's'.repeat(32) }, [platformSettings, rowing]);
    const errors = [
      'PORT must be a whole number from 0 to 65535, not "80 80"',
      'DATABASE_URL must be set: Postgres server, without a database name: each service has its own database there',
      expect.stringMatching(/^LOG_LEVEL must be one of trace, .*, not "loud"$/),
      'OARS must be a whole number from 1 to 999999999, not "many"',
      'ROWING_CREW must be set: names, separated by commas',
      'ROWING_KEY must have at least 8 bytes',
    ];
    expect(start).toThrow(expect.objectContaining({ errors }) as Error);
    expect(start).toThrow(/^6 invalid settings:(\n {4}[A-Z_]+ must .*){6}$/);
    expect(start).not.toThrow(/hunter2/);
  });

  test('checks rules between settings that are valid themselves, whatever else is wrong', () => {
    const rule = 'OARS must be as many as SEATS';
    expect(rowing.errors({ ...right, OARS: '3', SIDE: 'left' })).toEqual([
      'SIDE must be one of port, starboard, not "left"',
      rule,
    ]);
    expect(rowing.errors({ ...right, OARS: '3', SEATS: 'x' })).not.toContain(rule);
  });

  test('tells what is wrong with a setting of several services once', () =>
    expect(() => checkSettings({ ...right, SIDE: 'left' }, [rowing, rowing])).toThrow(
      /^SIDE must be one of port, starboard, not "left"$/,
    ));

  test.each([
    ['PORT', '99999', /^PORT must be a whole number from 0 to 65535, not "99999"$/],
    ['DATABASE_POOL_SIZE', '0', /^DATABASE_POOL_SIZE must be a whole number from 1 to /],
    ['HOST', '999.1.1.1', /^HOST must be an IP address or a host name, not "999.1.1.1"$/],
    ['HOST', 'a b', /^HOST must be/],
    ['HOST', '-a.example', /^HOST must be/],
  ])('refuses %s=%s', (name, value, error) =>
    expect(platformSettings.errors({ [name]: value }, ['DATABASE_URL', 'CALLER_SECRET'])).toEqual([
      expect.stringMatching(error),
    ]),
  );

  test.each(['0.0.0.0', '::', '::1', 'localhost', 'corridor-1.example', '1.example'])(
    'accepts HOST=%s',
    (HOST) => expect(platformSettings.errors({ HOST }, ['DATABASE_URL', 'CALLER_SECRET'])).toEqual([]),
  );

  test('takes what the composition supplies as set, unless it is wrong', () => {
    const supplied = ['DATABASE_URL', 'CALLER_SECRET'];
    expect(platformSettings.errors({}, supplied)).toEqual([]);
    expect(platformSettings.errors({ CALLER_SECRET: 'short' }, supplied)).toEqual([
      'CALLER_SECRET must have at least 32 bytes',
    ]);
  });

  test.each([
    ['ROWING_CREWS', ['ROWING_CREWS is not a setting: is ROWING_CREW meant?']],
    ['ROWIN_GMAP', ['ROWIN_GMAP is not a setting: is ROWING_MAP meant?']],
    ['ROWING_CREW', []],
    ['OAR', []],
    ['rowing_crew', []],
    ['LC_ALL', []],
  ])('with %s warnings at %j', (name, warnings) =>
    expect(checkSettings({ ...right, [name]: 'x,y' }, [rowing])).toEqual(warnings),
  );
});

test('a provider gets its namespace by @Inject(rowing.KEY), from the given variables alone', async () => {
  @Injectable()
  class Boathouse {
    constructor(@Inject(rowing.KEY) readonly settings: ConfigType<typeof rowing>) {}
  }
  process.env['BOAT'] = 'eight';
  try {
    const imports = [settingsModule({ ...right, SEATS: '2' }, [rowing])];
    const module = await Test.createTestingModule({ imports, providers: [Boathouse] }).compile();
    expect(module.get(Boathouse).settings).toMatchObject({ boat: 'four', seats: 2, crew: ['Ann', 'Bob'] });
  } finally {
    delete process.env['BOAT'];
  }
});
