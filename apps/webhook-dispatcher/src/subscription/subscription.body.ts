import { webhookEventTypes, type WebhookEventType } from '@corridor/contracts';
import { IsList, IsOptionalField, IsText, oneOf } from '@corridor/http';
import type { Details } from './subscription.js';

/** interface-spec 4.7. Whether the URL may be sent to is asked in the controller. */
export class SubscriptionBody {
  @IsOptionalField()
  @IsText({ max: 1024 })
  targetPlatform: string | null;

  @IsText({ max: 2048 })
  targetUrl: string;

  @IsList(oneOf(webhookEventTypes), { min: 1, max: webhookEventTypes.length, unique: true })
  events: WebhookEventType[];
}

export class PingBody {
  @IsOptionalField()
  @IsText({ min: 0, max: 100 })
  message: string | null;
}

export const detailsOf = ({ targetPlatform, targetUrl, events }: SubscriptionBody): Details => ({
  targetPlatform,
  targetUrl,
  events,
});
