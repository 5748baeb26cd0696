import type { RunKind, RunPlan, RunPosition, RunStep } from './run-kind.js';
import { type SecretUse, usesOf, verdictOf } from './secrets.js';

interface Position extends Readonly<Record<string, unknown>> {
  readonly use: number;
  readonly done: number;
}

/** Encrypts with the first secret what an earlier one has encrypted. Any number of processes may do so at once. */
export class SecretsRotate implements RunKind {
  readonly name = 'secrets-rotate';

  constructor(private readonly uses: () => readonly SecretUse[]) {}

  async plan(): Promise<RunPlan> {
    const counted = (await usesOf(this.uses())).filter(({ endsWith }) => endsWith === null);
    const total = counted.reduce((sum, { earlier }) => sum + earlier, 0);
    const texts = counted.map(({ earlier, what }) => `${earlier} ${what}`);
    return { effect: `encrypt with the first secret: ${texts.join(', ') || 'nothing'}`, total };
  }

  async step(_: object, position: RunPosition): Promise<RunStep> {
    const at = (position as Position | null) ?? { use: 0, done: 0 };
    const uses = this.uses();
    const use = uses[at.use];
    if (use) {
      const rotated = use.endsWith === null ? await use.rotateSome() : 0;
      const done = at.done + rotated;
      return { position: { use: rotated > 0 ? at.use : at.use + 1, done }, done };
    }
    const result = `${at.done} values are encrypted with the first secret; ${verdictOf(await usesOf(uses))}`;
    return { position: at, done: at.done, result };
  }
}
