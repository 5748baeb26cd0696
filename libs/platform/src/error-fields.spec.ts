import { QueryFailedError } from 'typeorm';
import { errorFields } from './error-fields.js';

const IBAN = 'DE89370400440532013000';
const ofPostgres = Object.assign(new Error('duplicate key value violates unique constraint "account"'), {
  code: '23505',
  detail: `Key (iban)=(${IBAN}) already exists.`,
});

test('of an error the log has its message, its code and its causes, and not the values of rows and statements', () => {
  const failed = new QueryFailedError('INSERT INTO account VALUES ($1)', [IBAN], ofPostgres);
  const fields = errorFields(new Error('not stored', { cause: failed }));
  expect(fields).toMatchObject({
    type: 'Error',
    message: 'not stored',
    stack: expect.stringContaining('error-fields.spec'),
    cause: { type: 'QueryFailedError', message: ofPostgres.message, code: '23505' },
  });
  expect(JSON.stringify(fields)).not.toContain(IBAN);
});

test('what is thrown need not be an error, and causes can be a circle', () => {
  expect(errorFields('oh')).toBe('oh');
  const circular = new Error('round');
  circular.cause = circular;
  expect(JSON.stringify(errorFields(circular))).toContain('round');
});
