import { given } from '@corridor/testing';
import { type Details, type Event, archive, beneficiary, create, update } from './beneficiary.js';
import { german } from './beneficiary.fixture.js';

const details: Details = german;
const created: Event = { type: 'created', details };
const updated: Event = { type: 'updated', details: { ...details, displayName: 'Anna Weber' } };
const archived: Event = { type: 'archived', reason: null };

describe('rules', () => {
  test('a beneficiary is created, updated and archived', () => {
    given(beneficiary).when(create, details).then(created);
    given(beneficiary, created).when(update, updated.details).then(updated);
    given(beneficiary, created, updated).when(archive).then(archived);
  });
  test('an archived or unknown one does not change', () => {
    given(beneficiary, created).when(create, details).refuses('illegal_transition');
    given(beneficiary, created, archived).when(update, details).refuses('illegal_transition');
    given(beneficiary, created, archived).when(archive).refuses('illegal_transition');
    given(beneficiary).when(update, details).refuses('not_found');
    given(beneficiary).when(archive).refuses('not_found');
  });
});
