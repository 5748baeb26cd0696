import { Public, pathOf, redirectTrailingSlash } from '@corridor/http';
import { Clock, refuse, todayOf } from '@corridor/kernel';
import { type PlatformSettings, platformSettings } from '@corridor/platform';
import { Controller, Get, Inject, type OnModuleInit, Param, Req, Res } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { builtDocument, documentIn } from './api-document.js';
import { asset, keptFor, lazily, sendAsset } from './asset.js';
import { datedFrom } from './example-dates.js';
import { siteAssets } from './site/built-site.js';
import { SITE_POLICY } from './site/frame.js';
import { Site } from './site/site.js';

const JSON_TYPE = 'application/json; charset=utf-8';

/** The API and its webhooks as documents, and as HTML pages. All are public, and the same in both compositions. */
@Public()
@ApiExcludeController()
@Controller()
export class DocumentationController implements OnModuleInit {
  /** Of a day. */
  private readonly documents;
  private readonly webhooks = lazily(() => asset(JSON_TYPE, builtDocument('asyncapi.json')));
  private readonly assets = lazily(siteAssets);

  constructor(
    @Inject(platformSettings.KEY) { environment }: PlatformSettings,
    private readonly host: HttpAdapterHost,
    private readonly clock: Clock,
  ) {
    const document = lazily(() => documentIn(environment, 'openapi.json'));
    const ofStaff = lazily(() => documentIn(environment, 'operator.openapi.json'));
    this.documents = keptFor((today: string) => {
      const [forClients, forStaff] = [datedFrom(document(), today), datedFrom(ofStaff(), today)];
      return {
        openapi: asset(JSON_TYPE, JSON.stringify(forClients)),
        operator: asset(JSON_TYPE, JSON.stringify(forStaff)),
        site: lazily(() => new Site({ clients: forClients, staff: forStaff }, environment)),
      };
    });
  }

  onModuleInit(): void {
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    redirectTrailingSlash(fastify, '/docs');
    redirectTrailingSlash(fastify, '/docs/guide');
    redirectTrailingSlash(fastify, '/operator/docs');
  }

  @Get('openapi.json')
  openapi(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const { openapi } = this.documents(todayOf(this.clock));
    sendAsset(request, reply.header('access-control-allow-origin', '*'), openapi);
  }

  @Get('operator/openapi.json')
  ofOperator(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const { operator } = this.documents(todayOf(this.clock));
    sendAsset(request, reply.header('access-control-allow-origin', '*'), operator);
  }

  @Get('asyncapi.json')
  asyncapi(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    sendAsset(request, reply.header('access-control-allow-origin', '*'), this.webhooks());
  }

  @Get('docs/assets/:name')
  file(@Param('name') name: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const found = this.assets().get(name);
    if (!found) throw refuse('not_found');
    sendAsset(request, reply, found);
  }

  @Get([
    ...['docs', 'docs/:page', 'docs/:part/:page', 'docs/:part/:folder/:page'],
    ...['operator/docs', 'operator/docs/operations/:id'],
  ])
  page(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const page = this.documents(todayOf(this.clock)).site().page(pathOf(request));
    if (!page) throw refuse('not_found');
    sendAsset(request, reply.header('content-security-policy', SITE_POLICY), page);
  }
}
