/** What a run has been started with: plain data. */
export type RunArguments = Readonly<Record<string, unknown>>;

/** Where a run continues: plain data of its kind; null at its beginning. */
export type RunPosition = Readonly<Record<string, unknown>> | null;

/** What a run would do. */
export interface RunPlan {
  /** With counts, as in `would publish 120 messages of 14 streams again`, without the subject and `would`. */
  readonly effect: string;
  /** How much there is to do, in the unit of {@link RunStep.done}; null if it is not known beforehand. */
  readonly total: number | null;
}

export interface RunStep {
  readonly position: RunPosition;
  /** How much is done since the beginning of the run. */
  readonly done: number;
  /** What has been done, in one sentence, if this was the last step. */
  readonly result?: string;
}

/**
 * A kind of long work. A run is executed step by step, in one process at a time. The process may end at any moment: then another
 * one continues at the last position that was saved, so a step that was done may be done again.
 */
export interface RunKind<Arguments extends RunArguments = RunArguments> {
  readonly name: string;
  /** Whether this process can execute it. Default: any with messages can. */
  isHere?(): boolean;
  /** Changes nothing. @throws Refusal of arguments for which there is nothing to do, or nothing may be done */
  plan(args: Arguments): Promise<RunPlan>;
  /**
   * The next part, at most a few seconds of work.
   * @param signal aborted if the run was cancelled, or is continued elsewhere. @throws Refusal that ends the run: FAILED
   */
  step(args: Arguments, position: RunPosition, signal: AbortSignal): Promise<RunStep>;
  /** Removes what a run that was cancelled or has failed leaves behind. @param position of the step that may have begun */
  abandon?(args: Arguments, position: RunPosition): Promise<void>;
}
