import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import type { Away } from '../payment-rail.js';
import { type Files, type Seen, join } from './files.js';

/** Where the bank takes files from, and puts its own: a folder, or a server. */
export interface Exchange {
  /** Null if it was reached when it was last tried. */
  readonly away: Away | null;
  /** @throws Error if it cannot be reached */
  connected<Result>(work: (bank: BankSide) => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  /** Changes nothing. @returns how many files of the bank wait @throws Error if there files could be neither put nor taken */
  look(): Promise<number>;
}

export interface BankSide {
  readonly departures: Departures;
  readonly arrivals: Arrivals;
}

/** Files for the bank. Each step is complete when it resolves, or has not happened. */
export interface Departures {
  isPrepared(name: string): Promise<boolean>;
  /** It has not left, or the bank has not taken it away. */
  isStillHere(name: string): Promise<boolean>;
  /** The bank does not see it. */
  prepare(name: string, content: string): Promise<void>;
  /** Only this makes it visible to the bank, and only this makes what is prepared disappear. */
  release(name: string): Promise<void>;
}

/** Files of the bank. */
export interface Arrivals {
  names(): Promise<string[]>;
  /** Null if it has disappeared. */
  seen(name: string): Promise<Seen | null>;
  /** The path on this disk of the file or of a copy. */
  fetched(name: string): Promise<string>;
  /** What is known is stored, and the fetched file is moved away. @param as it was when it was fetched */
  taken(name: string, as: Seen): Promise<void>;
  /** It stays, and comes again. */
  left(fetched: string): Promise<void>;
}

/** A folder on this disk, which the bank or a program of it reads and writes. */
export class FolderExchange implements Exchange, BankSide {
  readonly away = null;
  readonly departures: Departures;
  readonly arrivals: Arrivals;

  constructor(
    private readonly folder: string,
    private readonly files: Files,
  ) {
    const [prepared, out, arriving] = ['prepared', 'out', 'in'].map((one) => join(folder, one)) as [
      string,
      string,
      string,
    ];
    this.departures = {
      isPrepared: (name) => files.exists(join(prepared, name)),
      isStillHere: async (name) =>
        (await files.exists(join(prepared, name))) || files.exists(join(out, name)),
      prepare: (name, content) => files.replace(prepared, name, content),
      release: (name) => files.move(join(prepared, name), join(out, name)),
    };
    this.arrivals = {
      names: () => files.names(arriving),
      seen: (name) => files.seen(join(arriving, name)),
      fetched: (name) => Promise.resolve(join(arriving, name)),
      taken: () => Promise.resolve(),
      left: () => Promise.resolve(),
    };
  }

  connected<Result>(work: (bank: BankSide) => Promise<Result>): Promise<Result> {
    return work(this);
  }

  async look(): Promise<number> {
    await access(this.folder, constants.R_OK | constants.W_OK | constants.X_OK);
    // The service makes it at its start.
    return (await this.files.exists(join(this.folder, 'in'))) ? (await this.arrivals.names()).length : 0;
  }
}
