import type { Service } from '@corridor/platform';

export const service: Service = { name: 'webhook-dispatcher', migrations: [], registrations: [] };
