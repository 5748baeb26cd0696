import { readFileSync, readdirSync } from 'node:fs';
import { Public } from '@corridor/http';
import { refuse } from '@corridor/kernel';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Asset, asset, lazily, sendAsset } from '../documentation/asset.js';
import { SITE_POLICY } from '../documentation/site/frame.js';

/** Where the build of `apps/console` puts it. */
const built = new URL('../../../console/dist/', import.meta.url);

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
};

/** The console of clients: one page for all of its paths, and the files that this page loads. All are public: what they show is not. */
@Public()
@ApiExcludeController()
@Controller('console')
export class ConsoleController {
  private readonly page = lazily(() =>
    asset('text/html; charset=utf-8', readFileSync(new URL('index.html', built))),
  );
  private readonly files = lazily(assets);

  @Get('assets/:name')
  file(@Param('name') name: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const found = this.files().get(name);
    if (!found) throw refuse('not_found');
    sendAsset(request, reply, found);
  }

  @Get(['', '*'])
  show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    sendAsset(request, reply.header('content-security-policy', SITE_POLICY), this.page());
  }
}

function assets(): ReadonlyMap<string, Asset> {
  const folder = new URL('assets/', built);
  const typeOf = (name: string) => TYPES[name.split('.').at(-1) ?? ''] ?? 'text/plain; charset=utf-8';
  const read = (name: string) => asset(typeOf(name), readFileSync(new URL(name, folder)));
  return new Map(readdirSync(folder).map((name) => [name, read(name)]));
}
