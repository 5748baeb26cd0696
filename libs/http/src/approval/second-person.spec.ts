import type { CommandContext } from '@corridor/event-store';
import type { Refusal } from '@corridor/kernel';
import { SecondPersonRequired, secondPerson } from './second-person.js';

const EFFECT = 'One conversion: EUR 10 (before: no limit).';

interface Approved {
  readonly effectDigest?: string | undefined;
}
const ask = (
  approved: Approved | undefined,
  effect: string | null,
  remark?: string,
  fourEyes = ['limits'],
) => {
  const caller = { approved: approved && { id: 'apr_1', by: { id: 'stf_2', name: 'Bo Chen' }, ...approved } };
  try {
    secondPerson({ caller, fourEyes } as unknown as CommandContext, 'limits', effect, remark);
    return null;
  } catch (error) {
    return error as Refusal;
  }
};
const asked = (effect: string | null, remark?: string) =>
  ask(undefined, effect, remark) as SecondPersonRequired;

test('a command is asked for with its effect and a remark', () => {
  expect(asked(EFFECT, ' The market is 0.85.')).toMatchObject({
    kind: 'limits',
    effect: `${EFFECT} The market is 0.85.`,
    effectDigest: expect.any(String),
  });
});

test.each([
  ['has the same effect', EFFECT],
  ['has no sentence', null],
])('one that was approved is executed if it %s', (_, effect) => {
  const { effectDigest } = asked(effect, ' The market is 0.85.');
  expect(ask({ effectDigest }, effect, ' The market is 0.95.')).toBeNull();
});

test('and refused if it would change something else by now', () => {
  const { effectDigest } = asked(EFFECT);
  const refusal = ask({ effectDigest }, 'One conversion: EUR 10 (before: EUR 5).');
  expect(refusal).not.toBeInstanceOf(SecondPersonRequired);
  expect(refusal).toMatchObject({ code: 'second_person_required' });
});

test('one that was approved before effects were compared is executed', () =>
  expect(ask({}, EFFECT)).toBeNull());

test('so is one for which the policy asks nobody', () =>
  expect(ask(undefined, EFFECT, '', ['rates'])).toBeNull());
