/** Ends what tools/postgres-for-specs.mjs started. */
export default () =>
  /** @type {{ stopPostgresForSpecs?: () => Promise<void> }} */ (globalThis).stopPostgresForSpecs?.();
