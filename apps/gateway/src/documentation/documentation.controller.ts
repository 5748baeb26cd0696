import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { IDEMPOTENCY_KEY_EXAMPLE, PAGE_POLICY, Public, redirectTrailingSlash } from '@corridor/http';
import { Clock, refuse, todayOf } from '@corridor/kernel';
import { type PlatformSettings, platformSettings } from '@corridor/platform';
import { Controller, Get, Inject, type OnModuleInit, Param, Req, Res } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { builtDocument, documentIn } from './api-document.js';
import { type Asset, asset, keptFor, lazily, sendAsset } from './asset.js';
import { datedFrom } from './example-dates.js';
import { guides } from './guides.js';
import { REFERENCE_PAGE, REFERENCE_POLICY, REFERENCE_STYLE, referenceScript } from './reference-page.js';

/** The API and its webhooks as documents, and as HTML pages. All are public, and the same in both compositions. */
@Public()
@ApiExcludeController()
@Controller()
export class DocumentationController implements OnModuleInit {
  private readonly document: (today: string) => Asset;
  private readonly webhooks = lazily(() =>
    asset('application/json; charset=utf-8', builtDocument('asyncapi.json')),
  );
  private readonly page = asset('text/html; charset=utf-8', REFERENCE_PAGE);
  private readonly files: ReadonlyMap<string, Asset>;
  private readonly guides = lazily(guides);

  constructor(
    @Inject(platformSettings.KEY) { environment }: PlatformSettings,
    private readonly host: HttpAdapterHost,
    private readonly clock: Clock,
  ) {
    const document = lazily(() => documentIn(environment));
    this.document = keptFor((today: string) =>
      asset('application/json; charset=utf-8', JSON.stringify(datedFrom(document(), today))),
    );
    this.files = referenceFiles();
  }

  onModuleInit(): void {
    redirectTrailingSlash(this.host.httpAdapter.getInstance<FastifyInstance>(), '/docs');
  }

  @Get('openapi.json')
  openapi(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    sendAsset(request, reply.header('access-control-allow-origin', '*'), this.document(todayOf(this.clock)));
  }

  @Get('asyncapi.json')
  asyncapi(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    sendAsset(request, reply.header('access-control-allow-origin', '*'), this.webhooks());
  }

  @Get('docs')
  reference(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    sendAsset(request, reply.header('content-security-policy', REFERENCE_POLICY), this.page);
  }

  @Get('docs/:file')
  file(@Param('file') file: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const guide = this.guides().get(file);
    if (guide) return sendAsset(request, reply.header('content-security-policy', PAGE_POLICY), guide);
    const found = this.files.get(file);
    if (!found) throw refuse('not_found');
    sendAsset(request, reply, found);
  }
}

function referenceFiles(): ReadonlyMap<string, Asset> {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const installed = (name: string, type: string): [string, Asset] => [
    name,
    asset(type, readFileSync(join(folder, name))),
  ];
  const script = 'text/javascript; charset=utf-8';
  return new Map([
    installed('swagger-ui-bundle.js', script),
    installed('swagger-ui.css', 'text/css; charset=utf-8'),
    ['reference.css', asset('text/css; charset=utf-8', REFERENCE_STYLE)],
    ['reference.js', asset(script, referenceScript(IDEMPOTENCY_KEY_EXAMPLE))],
  ]);
}
