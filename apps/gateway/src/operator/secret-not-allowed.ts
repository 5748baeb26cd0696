import { refuse } from '@corridor/kernel';

/** In PRODUCTION no secret is chosen. */
export const secretNotAllowed = () =>
  refuse('invalid_request', '#/secret: Not allowed in PRODUCTION: the secret is generated.', {
    errors: [
      {
        pointer: '#/secret',
        code: 'not_allowed',
        detail: 'Not allowed in PRODUCTION: the secret is generated.',
      },
    ],
  });
