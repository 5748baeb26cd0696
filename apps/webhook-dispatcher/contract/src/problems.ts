import type { KeysOf, Problems } from '@corridor/contracts';

/** The problems that only this service returns. */
export const problems = {
  subscription_not_paused: {
    status: 409,
    title: 'Subscription not paused',
    meaning: 'A signing secret can be rotated only while its webhook subscription is paused. Pause it first.',
    fix: 'Pause the subscription, rotate the secret, change your receiver, and resume.',
    example: { instance: '/v1/webhook-subscriptions/whs_01KDVDNA00M4T5ZP1C7X2V9QKD/rotate-secret' },
  },
  subscription_ended: {
    status: 409,
    title: 'Subscription ended',
    meaning: 'The webhook subscription was unsubscribed, which is permanent. Create a new one.',
    fix: 'Create a subscription with the same URL and events.',
    example: { instance: '/v1/webhook-subscriptions/whs_01KDVDNA00M4T5ZP1C7X2V9QKD/resume' },
  },
} as const satisfies Problems;

declare module '@corridor/kernel' {
  interface ProblemCodes extends KeysOf<typeof problems> {}
}
