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

  override screen(subject: ScreeningSubject): Promise<ScreeningResult> {
    const { matcher } = this.lists;
    if (!matcher) return Promise.reject(new Error('no sanctions list has been imported'));
    return Promise.resolve(matcher.screen(subject, this.threshold));
  }
}
