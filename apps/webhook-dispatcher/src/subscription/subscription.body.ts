import { webhookEventTypes, type WebhookEventType } from '@corridor/webhook-dispatcher-contract';
import { IsList, IsOptionalField, IsText, oneOf } from '@corridor/http';
import { ApiProperty } from '@nestjs/swagger';
import type { Details } from './subscription.js';

/** interface-spec 4.7. The controller checks whether the URL is allowed. */
export class SubscriptionBody {
  @ApiProperty({ description: 'A label.' })
  @IsOptionalField()
  @IsText({ max: 1024 })
  targetPlatform: string | null;

  @ApiProperty({
    description:
      'https (in a sandbox also http), a host on the public internet, the default port of the scheme or 1024 or higher. In a sandbox with `WEBHOOK_ALLOW_LOOPBACK` also http to 127.0.0.1 or localhost.',
  })
  @IsText({ max: 2048 })
  targetUrl: string;

  @ApiProperty({ description: 'Values from `GET /v1/reference-data/webhook-subscriptions/events`.' })
  @IsList(oneOf(webhookEventTypes), { min: 1, max: webhookEventTypes.length, unique: true })
  events: WebhookEventType[];
}

export class PingBody {
  @ApiProperty({ description: 'Included in the payload.' })
  @IsOptionalField()
  @IsText({ min: 0, max: 100 })
  message: string | null;
}

export const detailsOf = ({ targetPlatform, targetUrl, events }: SubscriptionBody): Details => ({
  targetPlatform,
  targetUrl,
  events,
});
