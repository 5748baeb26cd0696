import { Public, escapeHtml, page, sendPage, wantsHtml } from '@corridor/http';
import { type PlatformSettings, platformSettings } from '@corridor/platform';
import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';

const LINKS = {
  '/console': 'the console: sign in and see balances, payments and conversions',
  '/docs': 'the API reference, with examples to send',
  '/openapi.json': 'the same, machine-readable, as OpenAPI 3.1',
  '/operator/docs': 'the reference for the staff of the operator',
  '/docs/guide': 'the guide: first tour, settings, operations, decisions',
  '/docs/webhooks': 'the guide for webhook receivers',
  '/docs/webhook-events': 'an example of each webhook event',
  '/asyncapi.json': 'the webhooks, machine-readable, as AsyncAPI 3',
  '/health/ready': 'whether the system accepts requests',
  '/v1/auth/who-am-i': 'the identity of your credential',
  '/problems': 'all error codes of the API',
};

/** The landing page at `/`. */
@ApiExcludeController()
@Controller()
export class LandingController {
  constructor(@Inject(platformSettings.KEY) private readonly settings: PlatformSettings) {}

  @Public()
  @Get()
  landing(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const { environment } = this.settings;
    if (wantsHtml(request, reply)) sendPage(reply, landingPage(environment));
    else reply.send({ data: { name: 'Corridor', environment, links: Object.keys(LINKS) } });
  }
}

const TITLE = 'Wallets, currency conversion and payments';

const landingPage = (environment: string): string =>
  page(
    TITLE,
    `<p class="status">${environment}</p><h1>${TITLE}</h1>
     <p>This is the API of Corridor. Call it under <code>/v1</code> with an API key in the header <code>X-API-KEY</code>.</p>
     <dl>${Object.entries(LINKS)
       .map(
         ([path, what]) => `<dt><a href="${path}"><code>${path}</code></a></dt><dd>${escapeHtml(what)}</dd>`,
       )
       .join('')}</dl>`,
  );
