import { Injectable, Logger } from '@nestjs/common';

/** Longer than a batch of messages takes whose streams are folded anew; the time limits of Postgres, Kafka and Redis are seconds. */
export const STALLED_MS = 300_000;

type SilentMs = () => number;

/** What a process repeats for ever, and whether it goes on. Services add theirs. */
@Injectable()
export class Liveness {
  private readonly watched = new Map<string, SilentMs>();
  private readonly log = new Logger('health');

  /** @param silentMs for how long it has shown no sign of life */
  watch(name: string, silentMs: SilentMs): void {
    this.watched.set(name, silentMs);
  }

  /** What has stopped, as sentences. An orchestrator then replaces the process; the log says why. */
  stalled(): string[] {
    const silent = [...this.watched].map(([name, silentMs]) => ({ name, ms: silentMs() }));
    const stalled = silent
      .filter(({ ms }) => ms > STALLED_MS)
      .map(({ name, ms }) => `${name}: ${silence(ms)}`);
    for (const one of stalled) this.log.error(`not live: ${one}`);
    return stalled;
  }
}

const silence = (ms: number) =>
  ms === Infinity ? 'has ended' : `no sign of life for ${Math.round(ms / 1000)} s`;
