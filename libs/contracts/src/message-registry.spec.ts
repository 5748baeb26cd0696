import { Type } from 'typebox';
import { InvalidMessage, MessageRegistry } from './message-registry.js';
import { nullable, part } from './schema.js';
import { moneyOnWire } from './wire.js';

const leg = part({ amount: moneyOnWire, note: nullable(Type.String()) });
const registry = new MessageRegistry({
  'thing.moved': {
    version: 3,
    data: part({
      id: Type.String(),
      legs: Type.Array(leg),
      main: nullable(leg),
      status: Type.Unsafe<string>({ type: 'string', enum: ['DONE', 'FAILED'] }),
      hint: Type.Optional(Type.String()),
      addedOn: nullable(Type.String()),
    }),
    upcast: {
      1: ({ leg: one, ...rest }: { leg: object }) => ({ ...rest, legs: [one] }),
      2: (data: object) => ({ ...data, status: 'DONE' }),
    },
  },
});
const amount = { ccyCode: 'GBP', minor: 5n };
const whole = {
  id: 'x',
  legs: [{ amount, note: null }],
  main: null,
  status: 'DONE',
  hint: undefined,
  addedOn: null,
};
const read = (dataversion: number, data: unknown) =>
  registry.read({ type: 'thing.moved', dataversion, data }).data;

describe('what is published', () => {
  it('has the current version', () => {
    expect(registry.checked({ type: 'thing.moved', data: whole })).toBe(3);
  });

  test.each([
    ['a field is missing', { ...whole, main: undefined }, '/data/main must be'],
    ['a nullable field is missing', { ...whole, legs: [{ amount }] }, '/data/legs/0/note is missing'],
    ['a field is not declared', { ...whole, more: 1 }, '/data/more is not declared'],
    ['a value is of another type', { ...whole, id: 5 }, '/data/id must be string'],
    ['a value is none of the list', { ...whole, status: 'GONE' }, '/data/status must be equal to one of'],
    [
      'an amount is as it stands on the wire',
      { ...whole, legs: [{ amount: { ...amount, minor: '5' }, note: null }] },
      '/data/legs/0/amount/minor must be bigint',
    ],
    [
      'the fault is inside of what may be null',
      { ...whole, main: { amount: { ccyCode: 1, minor: 5n }, note: null } },
      '/data/main/amount/ccyCode must be string',
    ],
  ])('is rejected if %s', (_, data, reason) => {
    const publish = () => registry.checked({ type: 'thing.moved', data });
    expect(publish).toThrow(InvalidMessage);
    expect(publish).toThrow(`thing.moved: ${reason}`);
  });

  it('is declared', () => {
    expect(() => registry.checked({ type: 'thing.lost', data: {} })).toThrow(
      'no contract declares a message thing.lost',
    );
    expect(registry.versionOf('toString')).toBeUndefined();
  });
});

describe('what is consumed', () => {
  it('is upcast one version after the other', () => {
    const leg = { amount, note: null };
    expect(read(1, { id: 'x', leg, main: null, addedOn: null })).toEqual({ ...whole });
    expect(read(2, { id: 'x', legs: [leg], main: null, addedOn: null })).toEqual({ ...whole });
  });

  it('may come from an older build: nullable fields that it lacks are null, at every depth', () => {
    const older = { id: 'x', legs: [{ amount }], main: { amount }, status: 'DONE' };
    expect(read(3, older)).toEqual({ ...whole, main: { amount, note: null } });
    expect(older).toEqual({ id: 'x', legs: [{ amount }], main: { amount }, status: 'DONE' });
  });

  it('may come from a newer build: undeclared fields are kept', () => {
    const newer = { ...whole, legs: [{ amount, note: null, more: 1 }], more: [1] };
    expect(read(3, newer)).toBe(newer);
  });

  test.each([
    ['a field is missing', { ...whole, legs: undefined }, '/data/legs must be array'],
    ['a value is none of the list', { ...whole, status: 'GONE' }, '/data/status must be equal to one of'],
    ['there is nothing at all', null, '/data must be object'],
  ])('is rejected if %s', (_, data, reason) => {
    expect(() => read(3, data)).toThrow(`thing.moved: ${reason}`);
  });

  it('is rejected in a later version', () => {
    expect(() => read(4, whole)).toThrow('thing.moved: this build does not know version 4');
  });
});

test('an earlier version without an upcaster is an error at startup', () => {
  const data = part({});
  expect(() => new MessageRegistry({ 'a.b': { version: 3, data, upcast: { 1: () => ({}) } } })).toThrow(
    'a.b: version 2 has no upcaster',
  );
});
