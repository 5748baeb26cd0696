import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { HealthController } from './health.controller.js';
import { Liveness } from './liveness.js';
import { Readiness } from './readiness.js';

@Module({
  imports: [TerminusModule.forRoot({ logger: false })], // `Readiness` logs why a check failed
  controllers: [HealthController],
  providers: [Liveness, Readiness],
  exports: [Liveness, Readiness, TerminusModule],
})
export class HealthModule {}
