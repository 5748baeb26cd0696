import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { ScreeningProvider, type ScreeningResult, type ScreeningSubject } from '@corridor/screening';
import type { LoadedLists } from './loaded-lists.js';

/** Compares with the lists that staff have imported, in the memory of the process. */
export class ListsProvider extends ScreeningProvider {
  override readonly isSimulated = false;

  constructor(
    private readonly lists: LoadedLists,
    private readonly threshold: number,
  ) {
    super();
  }

  override async screen(subject: ScreeningSubject): Promise<ScreeningResult> {
    return (await this.imported()).screen(subject, this.threshold);
  }

  /** Rests after each comparison, so that requests are handled between them. */
  override async screenAll(subjects: readonly ScreeningSubject[]): Promise<ScreeningResult[]> {
    const matcher = await this.imported();
    const results: ScreeningResult[] = [];
    for (const subject of subjects) {
      const begunMs = performance.now();
      results.push(matcher.screen(subject, this.threshold));
      await setImmediate();
      await sleep(performance.now() - begunMs);
    }
    return results;
  }

  override async currentVersions(): Promise<readonly string[] | null> {
    return (await this.lists.current())?.versions ?? null;
  }

  private async imported() {
    const matcher = await this.lists.current();
    if (!matcher) throw new Error('no sanctions list has been imported');
    return matcher;
  }
}
