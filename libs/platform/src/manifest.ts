import { type Contract, systemMessages } from '@corridor/contracts';
import type { Service } from './service.js';
import type { Variables } from './settings/setting.js';
import type { Settings } from './settings/settings.js';

/** Everything that a service is made of, beside its Nest module: `apps/<service>/src/service.ts`. */
export interface Manifest extends Service {
  /** Its public contract. */
  readonly contract: Contract;
  /** The contracts whose messages it may handle, beside its own. */
  readonly listensTo: readonly Contract[];
  /** Data from outside that grows old: `corridor doctor` shows the age. */
  readonly dated?: readonly Dated[];
  /** What settings name outside of the databases: `corridor doctor` reads it. */
  readonly outside?: readonly Outside[];
  /** What it reads beside {@link platformSettings}: docs/settings.md, `.env.example` and `deploy/` list them for it. */
  readonly settings: readonly Settings[];
}

interface Dated {
  /** As in `the rates`. */
  readonly what: string;
  /** Selects one row with the time `on`, or none. */
  readonly statement: string;
  /** From which age it is worth a warning. */
  readonly oldDays: number;
  /** Whether settings need it; by default they do. */
  isNeeded?(variables: Variables): boolean;
}

export interface Outside {
  /** That of the port, if a setting selects its adapter: `rate source`. */
  readonly what: string;
  /** Reads it once, and changes nothing. @returns null if the settings name nothing outside, or are wrong @throws Error with the reason why it cannot be used */
  look(variables: Variables): Promise<Found | null>;
}

/** What there is. */
export interface Found {
  readonly detail: string;
  /** When its newest part was published, for its age. */
  readonly on?: Date;
}

/** {@link Outside} for settings that are right. */
export const outside = <Values extends object>(
  what: string,
  settings: Settings<Values>,
  look: (values: Values) => Promise<Found | null>,
): Outside => ({
  what,
  look: (variables) =>
    settings.errors(variables).length > 0 ? Promise.resolve(null) : look(settings.read(variables)),
});

/** The manifest's name is that of its contract. */
export const defineService = (manifest: Omit<Manifest, 'name'>): Manifest => ({
  ...manifest,
  name: manifest.contract.service,
});

/**
 * The types that a service handles although neither its own contract nor one of `listensTo` has them.
 * @param handled the types of its `@On` handlers
 */
export function undeclared({ contract, listensTo }: Manifest, handled: Iterable<string>): string[] {
  const declared = [contract, ...listensTo].map(({ messages }) => messages);
  const known = new Set([systemMessages, ...declared].flatMap((messages) => Object.keys(messages)));
  return [...handled].filter((type) => !known.has(type));
}

/** @throws Error that names what is {@link undeclared}; a service without a manifest may handle anything */
export function refuseUndeclared(service: Service, handled: Iterable<string>): void {
  if (!('listensTo' in service)) return;
  const types = undeclared(service as Manifest, handled);
  if (types.length === 0) return;
  throw new Error(
    `${service.name} handles ${types.join(', ')}: add the contract that has it to listensTo in its service.ts`,
  );
}
