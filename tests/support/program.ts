import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Socket } from 'node:net';
import { holdOnLeash } from '@corridor/tools/leash.mjs';
import { freePorts } from '@corridor/tools/ports.mjs';

/** How long the program and its Postgres may take to end. */
const END_TIMEOUT_MS = 120_000;

/** What is started, and where. */
export interface Build {
  readonly folder?: string;
  readonly args: readonly string[];
}

const BUILT: Build = { args: ['apps/all-in-one/dist/main.js'] };

/**
 * The all-in-one program with settings and data of a test. One that a test leaves running, for example because `beforeAll`
 * failed, does not keep the test's process alive, and ends with it.
 */
export class Program {
  private child: ChildProcess | undefined;
  private text = '';

  private constructor(
    readonly url: string,
    readonly metricsUrl: string,
    readonly dataDir: string,
    private readonly settings: Readonly<Record<string, string>>,
  ) {}

  /** @param dataDir a new one by default */
  static async with(
    settings: Readonly<Record<string, string>>,
    dataDir: string = newFolder(),
  ): Promise<Program> {
    const [PORT = '', METRICS_PORT = ''] = (await freePorts(2)).map(String);
    const [url, metricsUrl] = [`http://127.0.0.1:${PORT}`, `http://127.0.0.1:${METRICS_PORT}/metrics`];
    return new Program(url, metricsUrl, dataDir, { ...settings, PORT, METRICS_PORT });
  }

  /** @throws Error with its whole output if it ends instead */
  async start(settings: Readonly<Record<string, string>> = {}, build: Build = BUILT): Promise<void> {
    const ended = this.launch(settings, build);
    const ready = new Promise<void>((resolve) => {
      this.child?.stdout?.on('data', () => this.text.includes('Corridor is ready') && resolve());
    });
    const early = ended.then((code) => Promise.reject(new Error(`ended with ${code}:\n${this.text}`)));
    await Promise.race([ready, early]);
    early.catch(() => undefined);
  }

  /** Starts it, expecting it to exit by itself. */
  async run(
    settings: Readonly<Record<string, string>> = {},
  ): Promise<{ readonly exitCode: number | null; readonly output: string }> {
    const exitCode = await this.launch(settings);
    return { exitCode, output: this.text };
  }

  /** @returns the exit code; null after SIGKILL */
  async end(signal: 'SIGTERM' | 'SIGHUP' | 'SIGKILL'): Promise<number | null> {
    const { child } = this;
    if (!child || this.hasEnded) return child?.exitCode ?? null;
    child.kill(signal);
    await once(child, 'exit');
    return child.exitCode;
  }

  /** Also by itself. */
  get hasEnded(): boolean {
    return !this.child || this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Its output since its last start. */
  get output(): string {
    return this.text;
  }

  /** Memory that the process holds, as the operating system counts it; its Postgres is not part of it. */
  get residentBytes(): number {
    const kilobytes = execFileSync('ps', ['-o', 'rss=', '-p', String(this.child?.pid)], { encoding: 'utf8' });
    return Number(kilobytes) * 1024;
  }

  /** The pids of its processes with a role, if it has several. */
  processes(role: string): number[] {
    const lines = execFileSync('ps', ['-axo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
    const fields = lines.map((line) => line.trim().split(/\s+/));
    return fields
      .filter(([, parent, ...args]) => Number(parent) === this.child?.pid && args.at(-1) === role)
      .map(([pid]) => Number(pid));
  }

  /** Exists while its Postgres runs. */
  get postmasterFile(): string {
    return join(this.dataDir, 'postgres', 'cluster', 'postmaster.pid');
  }

  get postmasterPid(): number {
    return this.postmaster()?.pid ?? 0;
  }

  /** Base address of its Postgres, as it stands beside the data. */
  get postgresUrl(): string {
    const password = readFileSync(join(this.dataDir, 'postgres', 'password'), 'utf8').trim();
    return `postgres://corridor:${password}@127.0.0.1:${this.postmaster()?.port}`;
  }

  /** Removes all processes and data. */
  async remove(): Promise<void> {
    const timeout = setTimeout(() => this.child?.kill('SIGKILL'), END_TIMEOUT_MS);
    await this.end('SIGTERM');
    clearTimeout(timeout);
    const left = this.postmaster();
    if (left) process.kill(left.pid, 'SIGINT');
    for (const deadline = Date.now() + END_TIMEOUT_MS; this.postmaster(); await sleep(50))
      if (Date.now() > deadline) throw new Error(`the Postgres of ${this.dataDir} does not end`);
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  private launch(settings: Readonly<Record<string, string>> = {}, build = BUILT): Promise<number | null> {
    this.text = '';
    const {
      DEMO_API_KEY: _,
      DEMO_API_KEY_2: __,
      DEMO_STAFF_API_KEY: ___,
      DATABASE_URL: ____,
      ...env
    } = process.env;
    const child = spawn(process.execPath, [...build.args], {
      cwd: build.folder,
      env: { ...env, DATA_DIR: this.dataDir, LOG_LEVEL: 'warn', ...this.settings, ...settings },
    });
    this.child = child;
    const letGo = child.pid === undefined ? () => undefined : holdOnLeash(child.pid);
    child.unref();
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text: Buffer) => (this.text += text.toString()));
      (stream as Socket).unref();
    }
    return new Promise((resolve) =>
      child.once('exit', (code) => {
        letGo();
        resolve(code);
      }),
    );
  }

  private postmaster(): { readonly pid: number; readonly port: number } | null {
    if (!existsSync(this.postmasterFile)) return null;
    const [pid = '', , , port = ''] = readFileSync(this.postmasterFile, 'utf8').split('\n');
    return { pid: Number(pid), port: Number(port) };
  }
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-program-'));
  chmodSync(folder, 0o755); // Postgres may run as another user
  return folder;
}
