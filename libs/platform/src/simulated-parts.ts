import { isNonProduction } from '@corridor/http';
import type { INestApplicationContext } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';

/** An adapter of a port says whether it is simulated; so does any other part that exists in a sandbox only. */
interface Part {
  readonly isSimulated?: unknown;
}

/**
 * Names of what no installation in PRODUCTION may contain: providers that are simulated, and controllers of simulators. It looks at
 * what has been bound, whatever the settings say.
 */
export function simulatedParts(app: INestApplicationContext): string[] {
  const modules = [...app.get(ModulesContainer).values()];
  const providers = modules
    .flatMap((module) => [...module.providers.values()])
    .map(({ instance }) => instance as Part | null | undefined)
    .filter((part) => typeof part === 'object' && part?.isSimulated === true)
    .map((part) => (part as object).constructor.name);
  const controllers = modules
    .flatMap((module) => [...module.controllers.values()])
    .map(({ metatype }) => metatype)
    .filter((type) => type && isNonProduction(type))
    .map((type) => (type as { readonly name: string }).name);
  return [...new Set([...providers, ...controllers])];
}

/** @throws Error that names them */
export function refuseSimulatedParts(app: INestApplicationContext): void {
  const parts = simulatedParts(app);
  if (parts.length > 0) throw new Error(`${parts.join(', ')}: simulated parts are refused in PRODUCTION`);
}
