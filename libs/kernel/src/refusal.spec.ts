import { Refusal, refuse } from './refusal.js';

describe('a refusal', () => {
  it('has a code, and optional details', () => {
    expect(refuse('insufficient_funds')).toMatchObject({
      code: 'insufficient_funds',
      detail: undefined,
      extra: {},
    });
    expect(String(refuse('insufficient_funds'))).toBe('Refusal: insufficient_funds');
    expect(
      refuse('permission_required', 'Ask for it.', { requiredPermission: 'wallets:write' }),
    ).toMatchObject({
      detail: 'Ask for it.',
      extra: { requiredPermission: 'wallets:write' },
    });
  });

  it('is an error with its own name', () => {
    const refusal = refuse('not_found', 'No wallet in CHF.');
    expect(refusal).toBeInstanceOf(Error);
    expect(refusal).toBeInstanceOf(Refusal);
    expect(String(refusal)).toBe('Refusal: not_found: No wallet in CHF.');
  });
});
