import { type Aggregate, type Money, money, refuse } from '../index.js';
import { given } from './given.js';

interface Jar {
  readonly coins: Money;
  readonly sealed: boolean;
}
type JarEvent = { type: 'filled'; coins: Money; on?: unknown } | { type: 'sealed' };

const jar: Aggregate<Jar, JarEvent> = {
  name: 'jar',
  stateVersion: 1,
  initial: { coins: money('GBP', 0n), sealed: false },
  evolve: (state, event) =>
    event.type === 'sealed'
      ? { ...state, sealed: true }
      : { ...state, coins: money('GBP', state.coins.minor + event.coins.minor) },
};

function fill(state: Jar, { minor }: { minor: bigint }): JarEvent[] {
  if (state.sealed) throw refuse('illegal_transition');
  return minor === 0n ? [] : [{ type: 'filled', coins: money('GBP', minor) }];
}

function double({ coins }: Jar): JarEvent[] {
  return [{ type: 'filled', coins }];
}

const seal = (): JarEvent[] => [{ type: 'sealed' }];
const drop = (): JarEvent[] => {
  throw new TypeError('broken');
};
const stamp = (): JarEvent[] => [{ type: 'filled', coins: money('GBP', 1n), on: new Date(0) }];

const filled = (minor: bigint): JarEvent => ({ type: 'filled', coins: money('GBP', minor) });

describe('given, when, then', () => {
  it('passes if the expectation holds', () => {
    given(jar).when(fill, { minor: 5n }).then(filled(5n));
    given(jar, filled(5n), filled(2n)).when(double).then(filled(7n));
    given(jar).when(fill, { minor: 0n }).then();
    given(jar, { type: 'sealed' }).when(fill, { minor: 1n }).refuses('illegal_transition');
  });

  it('fails on a wrong, missing, surplus or reordered event', () => {
    expect(() => given(jar).when(fill, { minor: 5n }).then(filled(6n))).toThrow();
    expect(() => given(jar).when(fill, { minor: 5n }).then({ type: 'sealed' })).toThrow();
    expect(() => given(jar).when(fill, { minor: 5n }).then()).toThrow();
    expect(() => given(jar).when(fill, { minor: 0n }).then(filled(0n))).toThrow();
    expect(() => given(jar).when(fill, { minor: 5n }).then(filled(5n), { type: 'sealed' })).toThrow();
    const both = () => [filled(1n), ...seal()];
    given(jar).when(both).then(filled(1n), { type: 'sealed' });
    expect(() => given(jar).when(both).then({ type: 'sealed' }, filled(1n))).toThrow();
  });

  it('fails when the history is another one', () => {
    expect(() => given(jar, filled(5n)).when(double).then(filled(7n))).toThrow();
  });

  it('fails when a refusal has another code, or there is none', () => {
    const sealed = given(jar, { type: 'sealed' });
    expect(() => sealed.when(fill, { minor: 1n }).refuses('not_found')).toThrow('illegal_transition');
    expect(() => given(jar).when(fill, { minor: 1n }).refuses('illegal_transition')).toThrow('filled');
  });

  it('lets a refusal through where events were expected', () => {
    expect(() => given(jar, { type: 'sealed' }).when(fill, { minor: 1n }).then()).toThrow(
      'illegal_transition',
    );
  });

  it('does not take a defect for a refusal', () => {
    expect(() => given(jar).when(drop).refuses('not_found')).toThrow(TypeError);
  });

  it('fails on an event that JSON would not keep', () => {
    expect(() =>
      given(jar)
        .when(stamp)
        .then({ type: 'filled', coins: money('GBP', 1n), on: new Date(0) }),
    ).toThrow();
  });

  it('checks types', () => {
    // @ts-expect-error no such event
    void (() => given(jar, { type: 'opened' }));
    // @ts-expect-error the command needs its input
    void (() => given(jar).when(fill));
    // @ts-expect-error no such input
    void (() => given(jar).when(fill, { major: 1 }));
    // @ts-expect-error no such code
    void (() => given(jar).when(seal).refuses('out_of_coins'));
  });
});
