import { EventStore } from '@corridor/event-store';
import { systemCaller } from '@corridor/http';
import { Job, type PlatformSettings, platformSettings } from '@corridor/platform';
import { Inject, Injectable } from '@nestjs/common';
import { LiveRates } from '../rates/live-rates.js';
import { FORWARD_POINTS, forwardPoints, update } from './forward-points.js';
import { PointsSource } from './points-source.js';

/** How often new points are looked for. */
const EVERY_MS = 5_000;
/** An id that no client has. */
const SYSTEM = { id: 'corridor', name: 'Corridor' };

/** Publishes forward points to all replicas and to the other services: at startup, and within five seconds of a change. */
@Injectable()
export class PointsPublisher extends Job {
  constructor(
    private readonly store: EventStore,
    private readonly source: PointsSource,
    private readonly live: LiveRates,
    @Inject(platformSettings.KEY) private readonly platform: PlatformSettings,
  ) {
    super(EVERY_MS);
  }

  override async onApplicationBootstrap(): Promise<void> {
    await super.onApplicationBootstrap();
    await this.task.turn();
  }

  /** Any number of replicas may run it: the stream's lock and its state make one publication of them. */
  async turn(): Promise<void> {
    await this.source.turn();
    const read = this.source.curves();
    if (update(await this.live.refreshPoints(), read).length === 0) return;
    const caller = systemCaller(this.platform.environment, SYSTEM);
    await this.store.handle(forwardPoints, FORWARD_POINTS, (state) => update(state, read), { caller });
    await this.live.refreshPoints();
  }
}
