import { type Caller, type Reference, refuse } from '@corridor/kernel';

/** @throws Refusal bearer_token_required for a key, which stands for its member only in what machines do */
export function inPerson({ user, apiKeyId }: Caller): Reference {
  if (apiKeyId !== null || !user) throw refuse('bearer_token_required');
  return user;
}
