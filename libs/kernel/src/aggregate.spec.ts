import { type Aggregate, fold } from './aggregate.js';

interface Moved {
  readonly type: 'moved';
  readonly to: string;
}

const path: Aggregate<readonly string[], Moved> = {
  name: 'path',
  stateVersion: 1,
  initial: ['start'],
  evolve: (state, { to }) => [...state, to],
};

describe('a fold', () => {
  it('of nothing is the initial state', () => {
    expect(fold(path, [])).toBe(path.initial);
  });

  it('takes the events in their order and leaves the initial state alone', () => {
    expect(
      fold(path, [
        { type: 'moved', to: 'north' },
        { type: 'moved', to: 'east' },
      ]),
    ).toEqual(['start', 'north', 'east']);
    expect(path.initial).toEqual(['start']);
  });
});
