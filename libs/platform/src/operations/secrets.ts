import type { SecretUsesResource } from '@corridor/services';

/** Values that are encrypted with a secret of the installation, which can be replaced. */
export interface SecretUse {
  /** The setting that has the secret, and earlier ones while it is replaced. */
  readonly setting: string;
  readonly what: string;
  /** What it waits for if it cannot be encrypted again; null if it can. */
  readonly endsWith: string | null;
  count(): Promise<SecretCount>;
  /** Encrypts some of them with the first secret, so that no statement takes long. @returns how many; 0 if none are left */
  rotateSome(): Promise<number>;
}

export interface SecretCount {
  readonly total: number;
  /** How many of them are encrypted with an earlier secret. */
  readonly earlier: number;
}

/** What depends on the secrets of a service, and whether an earlier one is needed. */
export const usesOf = (uses: readonly SecretUse[]): Promise<SecretUsesResource> =>
  Promise.all(
    uses.map(async (use) => {
      const { setting, what, endsWith } = use;
      return { setting, what, ...(await use.count()), endsWith };
    }),
  );

/** As in `no stored value depends on an earlier secret of WEBHOOK_SECRET_KEY`. */
export function verdictOf(uses: SecretUsesResource): string {
  const settings = [...new Set(uses.map(({ setting }) => setting))];
  if (settings.length === 0) return 'the service has no such secrets';
  return settings
    .map((setting) => {
      const left = uses.filter((one) => one.setting === setting && one.earlier > 0);
      if (left.length === 0) return `no stored value depends on an earlier secret of ${setting}`;
      const texts = left.map(
        ({ earlier, what, endsWith }) => `${earlier} ${what}${endsWith ? ` (${endsWith})` : ''}`,
      );
      return `an earlier secret of ${setting} is needed for ${texts.join(', ')}`;
    })
    .join('; ');
}
