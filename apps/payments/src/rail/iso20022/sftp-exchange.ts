import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import Client from 'ssh2-sftp-client';
import type { Clock } from '@corridor/kernel';
import type { Away } from '../payment-rail.js';
import type { Arrivals, BankSide, Departures, Exchange } from './exchange.js';
import { type Files, type Seen, isComplete, join } from './files.js';

export interface SftpServer {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** Fingerprints as `ssh-keygen -l` shows them, `SHA256:…`. There is no connection to a server with another key. */
  readonly hostKeys: readonly string[];
  /** A private key, or a password. */
  readonly credential: { readonly privateKey: string } | { readonly password: string };
  /** Folders on the server: where the bank takes files from, and where it puts its own. */
  readonly out: string;
  readonly in: string;
}

const CONNECT_TIMEOUT_MS = 20_000;
/** A server that is silent for so long is gone: what waits for it fails. */
const KEEPALIVE = { keepaliveInterval: 10_000, keepaliveCountMax: 2 };
/** What a process has left behind that ended while it fetched. */
const LEFT_BEHIND_MS = 60 * 60_000;
/** What the client makes of SSH_FX_NO_SUCH_FILE, and of SSH_FX_FAILURE. */
const MISSING = 'ENOENT';

/** A server of the bank. Each visit has a connection of its own, so nothing is left of one that was lost. */
export class SftpExchange implements Exchange {
  away: Away | null = null;

  /** @param folder on this disk, for copies of what is fetched; on the file system to which they are moved */
  constructor(
    private readonly server: SftpServer,
    private readonly folder: string,
    private readonly files: Files,
    private readonly clock: Clock,
  ) {}

  /** @throws Error if the server cannot be reached, its key is another one, or it is lost meanwhile */
  async connected<Result>(work: (bank: BankSide) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    await this.clearFolder();
    return this.visit(work, signal);
  }

  look(): Promise<number> {
    return this.visit(async ({ departures, arrivals }) => {
      await departures.isPrepared('');
      return (await arrivals.names()).length;
    });
  }

  private async visit<Result>(
    work: (bank: BankSide) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    const client = new Client('bank', {});
    const aborted = Promise.withResolvers<never>();
    const abort = () => aborted.reject(signal!.reason as Error);
    signal?.throwIfAborted();
    signal?.addEventListener('abort', abort, { once: true });
    try {
      await Promise.race([this.reached(client), aborted.promise]);
      const bank = {
        departures: new SftpDepartures(client, this.server.out),
        arrivals: new SftpArrivals(client, this.server.in, this.folder, this.files),
      };
      return await Promise.race([work(bank), aborted.promise]);
    } finally {
      signal?.removeEventListener('abort', abort);
      // Of a connection that is lost.
      await client.end().catch(() => {});
    }
  }

  /** Notes whether it is. */
  private async reached(client: Client): Promise<void> {
    try {
      await this.connect(client);
      this.away = null;
    } catch (error) {
      this.away = { since: this.away?.since ?? this.clock.now(), reason: (error as Error).message };
      throw error;
    }
  }

  private async connect(client: Client): Promise<void> {
    const { host, port, user: username, hostKeys, credential } = this.server;
    let offered = '';
    const hostVerifier = (key: Buffer): boolean => {
      offered = `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
      return hostKeys.includes(offered);
    };
    try {
      await client.connect({
        ...{ host, port, username, hostVerifier, ...credential },
        ...{ readyTimeout: CONNECT_TIMEOUT_MS, ...KEEPALIVE },
      });
    } catch (cause) {
      if (offered === '' || hostKeys.includes(offered)) throw cause;
      throw new Error(`the host key of ${host} is ${offered}, which RAIL_SFTP_HOST_KEYS does not have`, {
        cause,
      });
    }
  }

  private async clearFolder(): Promise<void> {
    await this.files.makeFolder(this.folder);
    for (const name of await this.files.names(this.folder)) {
      const seen = await this.files.seen(join(this.folder, name));
      if (seen && this.clock.now().getTime() - seen.changedOn.getTime() > LEFT_BEHIND_MS)
        await this.files.removeFolder(join(this.folder, name));
    }
  }
}

class SftpDepartures implements Departures {
  constructor(
    private readonly client: Client,
    private readonly folder: string,
  ) {}

  /** By the list of the folder: to this client any failure to look at a single file is a file that is missing. */
  async isPrepared(name: string): Promise<boolean> {
    return (await this.paths()).includes(this.preparedAs(name));
  }

  async isStillHere(name: string): Promise<boolean> {
    const paths = await this.paths();
    return paths.includes(this.preparedAs(name)) || paths.includes(`${this.folder}/${name}`);
  }

  async prepare(name: string, content: string): Promise<void> {
    const bytes = Buffer.from(content);
    const path = this.preparedAs(name);
    await this.client.put(bytes, path);
    // A server whose disk is full may report no error.
    const size = (await seenAt(this.client, path))?.size ?? 0;
    if (size !== bytes.length)
      throw new Error(`the server of the bank has ${size} of the ${bytes.length} bytes of ${name}`);
  }

  /** In one step: the rename of the protocol's version 3 has two on some servers, with both names in between. */
  async release(name: string): Promise<void> {
    await this.client.posixRename(this.preparedAs(name), `${this.folder}/${name}`);
  }

  private async paths(): Promise<string[]> {
    return (await this.client.list(this.folder)).map(({ name }) => `${this.folder}/${name}`);
  }

  private preparedAs(name: string): string {
    return `${this.folder}/.${name}.tmp`;
  }
}

class SftpArrivals implements Arrivals {
  constructor(
    private readonly client: Client,
    private readonly folder: string,
    private readonly copies: string,
    private readonly files: Files,
  ) {}

  /** In the order of their names. */
  async names(): Promise<string[]> {
    const entries = await this.client.list(this.folder);
    const files = entries.filter(({ type }) => type === '-');
    const names = await Promise.all(files.map(({ name }) => this.visible(name)));
    return names.filter((name) => isComplete(name) && isSafe(name)).sort();
  }

  /** Puts back what was hidden when a connection was lost: it may never have been fetched. */
  private async visible(name: string): Promise<string> {
    const back = HIDDEN.exec(name)?.[1];
    if (back === undefined) return name;
    try {
      await this.client.posixRename(this.pathOf(name), this.pathOf(back));
      return back;
    } catch (error) {
      // Another process is taking it.
      if ((await this.seen(name)) === null) return name;
      throw error;
    }
  }

  seen(name: string): Promise<Seen | null> {
    return seenAt(this.client, this.pathOf(name));
  }

  async fetched(name: string): Promise<string> {
    const copy = join(this.copies, randomUUID());
    const writing = createWriteStream(copy);
    try {
      // Awaited together: if this disk is full, both fail.
      await Promise.all([this.client.get(this.pathOf(name), writing), finished(writing)]);
    } finally {
      writing.destroy(); // of a connection that is lost
    }
    return copy;
  }

  /** The bank may put another file under this name at any time: only what was fetched is deleted. */
  async taken(name: string, as: Seen): Promise<void> {
    const unique = `${randomUUID()}-${name.replace(PUT_BACK, '')}`;
    const hidden = this.pathOf(`.${unique}.tmp`);
    try {
      await this.client.posixRename(this.pathOf(name), hidden);
    } catch (error) {
      // Another process has read it too.
      if ((await this.seen(name)) === null) return;
      throw error;
    }
    const is = await seenAt(this.client, hidden);
    if (is === null) return; // another process has put it back
    if (is.size === as.size && is.changedOn.getTime() === as.changedOn.getTime())
      await this.client.delete(hidden, true);
    else await this.client.posixRename(hidden, this.pathOf(unique));
  }

  left(fetched: string): Promise<void> {
    return this.files.removeFolder(fetched);
  }

  private pathOf(name: string): string {
    return `${this.folder}/${name}`;
  }
}

/** What a file gets in front of its name, so that it is put back beside another file of this name. */
const PUT_BACK = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}-/;
const HIDDEN = /^\.([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}-.+)\.tmp$/;

/** A name that is one on this disk as well. */
const isSafe = (name: string) => !/[/\\\0]/.test(name) && Buffer.byteLength(name.replace(PUT_BACK, '')) < 180;

/** Null if it is missing, or cannot be looked at. */
async function seenAt(client: Client, path: string): Promise<Seen | null> {
  try {
    const { size, modifyTime } = await client.stat(path);
    return { size, changedOn: new Date(modifyTime) };
  } catch (error) {
    if ((error as { code?: unknown }).code === MISSING) return null;
    throw error;
  }
}
