import { type ProblemCode, Refusal, problems, refuse } from './refusal.js';

/** The statuses that decisions §1 lists, and 500 for what none of them explains. */
const STATUSES = [400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 500, 503];

describe.each(Object.entries(problems))('problem %s', (code, { status, title, meaning }) => {
  it('has a stable code, a status of the list and two sentences for people', () => {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(STATUSES).toContain(status);
    expect(title).toMatch(/^[A-Z][^.]*$/);
    expect(meaning).toMatch(/^[A-Z].*\.$/);
    expect(meaning).not.toContain(code);
  });
});

describe('problems', () => {
  it('use every status of the list', () => {
    expect(new Set(Object.values(problems).map(({ status }) => status))).toEqual(new Set(STATUSES));
  });

  it('have titles of their own', () => {
    const titles = Object.values(problems).map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
  });

  it.each<[ProblemCode, number]>([
    ['invalid_request', 400],
    ['idempotency_key_required', 400],
    ['ambiguous_credentials', 400],
    ['wallet_exists', 409],
    ['instruction_not_pending', 409],
    ['illegal_transition', 409],
    ['idempotency_in_flight', 409],
    ['idempotency_key_expired', 409],
    ['idempotency_key_reused', 422],
    ['insufficient_funds', 422],
    ['beneficiary_not_usable', 422],
    ['currency_not_sellable', 422],
  ])('%s is %i', (code, status) => {
    expect(problems[code].status).toBe(status);
  });
});

describe('a refusal', () => {
  it('says what its problem means, or more', () => {
    expect(refuse('insufficient_funds')).toMatchObject({
      code: 'insufficient_funds',
      detail: problems.insufficient_funds.meaning,
      extra: {},
    });
    expect(
      refuse('permission_required', 'Ask for it.', { requiredPermission: 'wallets:write' }),
    ).toMatchObject({
      detail: 'Ask for it.',
      extra: { requiredPermission: 'wallets:write' },
    });
  });

  it('is an error with a name of its own', () => {
    const refusal = refuse('not_found', 'No wallet in CHF.');
    expect(refusal).toBeInstanceOf(Error);
    expect(refusal).toBeInstanceOf(Refusal);
    expect(String(refusal)).toBe('Refusal: not_found: No wallet in CHF.');
  });
});
