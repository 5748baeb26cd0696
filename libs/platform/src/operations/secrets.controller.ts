import {
  Body,
  Command,
  type CommandContext,
  Idempotent,
  Operation,
  OperatorGuard,
  Requires,
  Returns,
} from '@corridor/http';
import { run, secretUses } from '@corridor/services';
import { Controller, Get, Param, Post, UseGuards } from '@nestjs/common';
import { DryRunBody } from './dry-run.body.js';
import { OfService } from './of-service.js';
import { RunsOfServices } from './runs-of-services.js';
import { usesOf } from './secrets.js';

/** What depends on the secrets of a service while these are replaced (ADR 91). */
@OfService()
@UseGuards(OperatorGuard)
@Controller('operator/v1/ops/:service/secrets')
export class SecretsController {
  constructor(private readonly services: RunsOfServices) {}

  @Operation(
    'listSecretUses',
    'Lists what is encrypted with the secrets of a service',
    'With how many values depend on an earlier secret of the setting. While there are some, it cannot be removed.',
  )
  @Returns(secretUses)
  @Requires('ops:read')
  @Get()
  list(@Param('service') service: string) {
    return usesOf(this.services.of(service).secrets);
  }

  @Operation(
    'rotateSecrets',
    'Encrypts with the first secret what an earlier one has encrypted',
    'As the service does every hour. Commands go on meanwhile. The result says whether an earlier secret is needed.',
  )
  @Returns(run)
  @Requires('ops:execute')
  @Idempotent()
  @Post('rotate')
  rotate(
    @Param('service') service: string,
    @Body() { dryRun }: DryRunBody,
    @Command() command: CommandContext,
  ) {
    return this.services.of(service).start('secrets-rotate', {}, dryRun ?? true, command);
  }
}
