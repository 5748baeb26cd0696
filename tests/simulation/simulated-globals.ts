import { AsyncLocalStorage } from 'node:async_hooks';
import * as crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import * as timers from 'node:timers/promises';
import type { Life, Machine } from './machine.js';
import type { Task } from './task-queue.js';

type Callback = (...values: unknown[]) => unknown;

/** The handle of a simulated timer. */
class Timer {
  task: Task | undefined;

  constructor(private readonly machine: Machine) {}

  cancel(): void {
    if (this.task) this.machine.cancel(this.task);
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return true;
  }

  [Symbol.toPrimitive](): number {
    return 0;
  }
}

/** The least that a timer waits, as in Node. */
const LEAST_MS = 1;
const IMMEDIATELY_MS = 0.001;

/**
 * Replaces the clocks, timers and random sources of Node for code that runs in a simulated process; other code, such as the
 * driver of Postgres, keeps the real ones. `Math.random` and `randomFillSync` stay real: Nest and the traces keep what they
 * draw by them for later lives, and Nest does not find a provider when two modules draw one name.
 * @returns restores them
 */
export function simulateGlobals(machine: Machine): () => void {
  const uptime = performance.now.bind(performance);
  const undo = [
    replace(globalThis, timersOf(machine)),
    replace(globalThis, { Date: dateOf(machine) }),
    replace(performance, { now: () => (machine.life ? machine.uptimeMs : uptime()) }),
    replace(builtin(timers), promisedTimersOf(machine, { ...timers })),
    replace(builtin(crypto), randomOf(machine, { ...crypto })),
  ];
  syncBuiltinESMExports();
  return () => {
    for (const restore of undo) restore();
    syncBuiltinESMExports();
  };
}

/** The object that all importers of a module of Node share. */
const builtin = (module: object): object => (module as { default?: object }).default ?? module;

function replace(owner: object, parts: object): () => void {
  const before = Object.keys(parts).map(
    (name) => [name, Object.getOwnPropertyDescriptor(owner, name)] as const,
  );
  for (const [name, value] of Object.entries(parts))
    Object.defineProperty(owner, name, { value, configurable: true, writable: true, enumerable: true });
  return () => {
    for (const [name, descriptor] of before)
      if (descriptor) Object.defineProperty(owner, name, descriptor);
      else Reflect.deleteProperty(owner, name);
  };
}

function timersOf(machine: Machine) {
  const real = { setTimeout, setInterval, setImmediate, clearTimeout, clearInterval, clearImmediate };
  const start = (
    life: Life,
    ms: number,
    isRepeated: boolean,
    callback: Callback,
    values: unknown[],
  ): Timer => {
    const timer = new Timer(machine);
    const fire = () => {
      if (isRepeated) timer.task = machine.after(ms, life, fire);
      return machine.within(life, () => callback(...values));
    };
    timer.task = machine.after(ms, life, fire);
    return timer;
  };
  const timer =
    (original: Callback, isRepeated: boolean) =>
    (callback: Callback, ms = 0, ...values: unknown[]) => {
      const { life } = machine;
      if (!life) return original(callback, ms, ...values);
      return start(life, Math.max(LEAST_MS, Number(ms) || 0), isRepeated, bound(callback), values);
    };
  const clear = (original: Callback) => (handle: unknown) =>
    handle instanceof Timer ? handle.cancel() : original(handle);
  return {
    setTimeout: timer(real.setTimeout as Callback, false),
    setInterval: timer(real.setInterval as Callback, true),
    setImmediate: (callback: Callback, ...values: unknown[]) => {
      const { life } = machine;
      if (!life) return real.setImmediate(callback, ...values);
      return start(life, IMMEDIATELY_MS, false, bound(callback), values);
    },
    clearTimeout: clear(real.clearTimeout as Callback),
    clearInterval: clear(real.clearInterval as Callback),
    clearImmediate: clear(real.clearImmediate as Callback),
  };
}

/** In the asynchronous context of the current code, as a timer of Node. */
const bound = (callback: Callback): Callback => AsyncLocalStorage.bind(callback);

function promisedTimersOf(machine: Machine, real: typeof timers) {
  const sleep: typeof timers.setTimeout = (ms = 0, value, options) => {
    if (!machine.life) return real.setTimeout(ms, value, options);
    return new Promise((resolve) => setTimeout(() => resolve(value as never), ms));
  };
  return { setTimeout: sleep };
}

function dateOf(machine: Machine): DateConstructor {
  const Real = Date;
  class SimulatedDate extends Real {
    constructor(...parts: []) {
      if (parts.length > 0 || !machine.life) super(...parts);
      else super(machine.wallMs);
    }

    static override now(): number {
      return machine.life ? machine.wallMs : Real.now();
    }

    static override [Symbol.hasInstance](one: unknown): boolean {
      return one instanceof Real;
    }
  }
  return SimulatedDate as DateConstructor;
}

function randomOf(machine: Machine, real: typeof crypto) {
  const bytes = ({ chance }: Life, size: number): Buffer =>
    Buffer.from(Array.from({ length: size }, () => chance.below(256)));
  return {
    randomBytes: (size: number) => (machine.life ? bytes(machine.life, size) : real.randomBytes(size)),
    randomUUID: () => (machine.life ? uuidOf(bytes(machine.life, 16)) : real.randomUUID()),
    randomInt: (limit: number) => machine.life?.chance.below(limit) ?? real.randomInt(limit),
  };
}

/** Version 4. */
function uuidOf(bytes: Buffer): string {
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
