import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type EmbeddedPostgres, startPostgres } from '@corridor/embedded-postgres';
import { type Place, placeIn, railSettingsOf } from '@corridor/tools/production-demo/place.mjs';
import { authority, certificate } from '../../libs/safe-http/src/certificate.fixture.js';
import { BankProgram, clockAhead } from './bank-program.js';
import { Composition, SERVICES, type ServiceName } from './composition/composition.js';
import { productionSettings } from './production.js';
import { Program } from './program.js';

/** A Tuesday, on which all settlement systems are open. */
const FIRST_DAY = '2027-03-02T09:00:00Z';
/** On the public internet, as the system sees it. */
const RECEIVERS_ADDRESS = '93.184.215.14';
const MAX_AGE_SECONDS = 600;
/** Of the market: bid and ask of one euro. */
const MARKET = { GBP: ['0.8499', '0.8501'], USD: ['1.0799', '1.0801'], CHF: ['0.9399', '0.9401'] };

const localInternet = `--import=${pathToFileURL(join(__dirname, 'local-internet.mjs')).href}`;

/**
 * Corridor in PRODUCTION, in the composition that COMPOSITION names, on servers of its own, and what is around it: a clock, a market, a
 * bank, and a receiver's machine on the internet.
 */
export class ProductionSystem {
  /** A certificate of the receivers' machine, and its key. */
  readonly tls = certificate({ names: [RECEIVERS_ADDRESS], issuer: this.issuer });
  private market: NodeJS.Timeout | undefined;
  private rates: Readonly<Record<string, readonly string[]>> = MARKET;
  private aheadMs = 0;
  private postgres: EmbeddedPostgres | undefined;
  private program: Program | undefined;
  private bankProgram: BankProgram | undefined;
  /** Null in the all-in-one composition. */
  composition: Composition | null = null;

  private constructor(
    private readonly place: Place,
    readonly operatorKey: string,
    private readonly issuer: ReturnType<typeof authority>,
  ) {}

  /**
   * @param rail `manual`: staff are the portal of the bank; `files`: there is a bank, which exchanges files with Corridor
   * @param moment at which its clock begins
   */
  static async start(name: string, rail: 'manual' | 'files', moment = FIRST_DAY): Promise<ProductionSystem> {
    const place = placeIn(mkdtempSync(join(tmpdir(), 'corridor-production-')));
    const issuer = authority('Issuer of the receivers');
    const settings = productionSettings();
    const system = new ProductionSystem(place, settings['OPERATOR_KEY'] ?? '', issuer);
    const { folder, market, lists } = place;
    writeFileSync(join(folder, 'issuer.pem'), issuer.cert);
    system.setClock(moment);
    system.openMarket();
    if (rail === 'files') system.bankProgram = await BankProgram.start(place.bank, system.clockFile);
    await system.startOn(name, {
      ...settings,
      ...(rail === 'files' && railSettingsOf(place)),
      RATES: `feed+${join(market, 'rates.json')}`,
      RATES_POLL_SECONDS: '1',
      FORWARD_POINTS: join(market, 'points.json'),
      RATES_MAX_AGE_SECONDS: String(MAX_AGE_SECONDS),
      SCREENING_LISTS: lists,
      NODE_OPTIONS: [clockAhead, localInternet].join(' '),
      NODE_EXTRA_CA_CERTS: join(folder, 'issuer.pem'),
      CLOCK_AHEAD_FILE: system.clockFile,
      LOCAL_INTERNET: RECEIVERS_ADDRESS,
    });
    return system;
  }

  /** What staff put here can be imported as a list. */
  get lists(): string {
    return this.place.lists;
  }

  /** Where Corridor puts files for the bank, with the rail `files`. */
  get outbox(): string {
    return join(this.place.rail, 'out');
  }

  /** Where it finds those of the bank. */
  get inbox(): string {
    return join(this.place.rail, 'in');
  }

  /** With the rail `files`. */
  get bank(): BankProgram {
    if (!this.bankProgram) throw new Error('this system has no bank: its rail is manual');
    return this.bankProgram;
  }

  get url(): string {
    return this.composition?.url ?? this.program?.url ?? '';
  }

  /** In the all-in-one composition. */
  get metricsUrl(): string {
    return this.program?.metricsUrl ?? '';
  }

  /** Of the owner of the databases. */
  get databaseUrl(): string {
    return this.composition?.databaseUrl ?? this.postgres?.url ?? '';
  }

  /** An https address of the receiver that listens on the port of this machine. */
  webhookUrl(port: number): string {
    return `https://${RECEIVERS_ADDRESS}:${port}/hooks`;
  }

  /** As the system knows it. */
  now(): Date {
    return new Date(Date.now() + this.aheadMs);
  }

  /** `2027-03-02`, so many days later. */
  date(days = 0): string {
    return new Date(this.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
  }

  setClock(moment: string): void {
    this.aheadMs = Date.parse(moment) - Date.now();
    replace(this.clockFile, String(this.aheadMs));
    if (this.market) this.quote();
  }

  /** Quotes all pairs every second. */
  openMarket(): void {
    this.quote();
    this.market = setInterval(() => this.quote(), 1_000).unref();
  }

  /** Bid and ask of one euro, from now on. */
  moveMarket(ccyCode: keyof typeof MARKET, bid: string, ask: string): void {
    this.rates = { ...this.rates, [ccyCode]: [bid, ask] };
    this.quote();
  }

  closeMarket(): void {
    clearInterval(this.market);
    this.market = undefined;
  }

  /** Like a power failure of one service, in the distributed composition alone. */
  async fails(service: ServiceName): Promise<void> {
    await this.composition?.kill9(service);
    await this.composition?.restart(service);
  }

  /** A second process of the service runs beside the first from now on, in the distributed composition alone. */
  async replicates(service: ServiceName): Promise<void> {
    await this.composition?.replicate(service);
  }

  /** Of the database of a service. */
  databaseOf(service: ServiceName): string {
    const url = new URL(this.databaseUrl);
    url.pathname = `/corridor_${service.replaceAll('-', '_')}`;
    return url.href;
  }

  /** All processes of the services end by SIGKILL, in either composition. */
  async kill(): Promise<void> {
    const { composition } = this;
    if (composition) await Promise.all(SERVICES.map((service) => composition.kill9(service)));
    else await this.program?.end('SIGKILL');
  }

  async startAgain(): Promise<void> {
    const { composition } = this;
    if (composition) await Promise.all(SERVICES.map((service) => composition.restart(service)));
    else await this.program?.start();
  }

  async stop(): Promise<void> {
    this.closeMarket();
    await this.composition?.end();
    await this.program?.remove();
    await this.bankProgram?.stop();
    await this.postgres?.stop();
    rmSync(this.place.folder, { recursive: true, force: true });
  }

  private async startOn(name: string, settings: Record<string, string>): Promise<void> {
    if (process.env['COMPOSITION'] === 'distributed') {
      this.composition = await Composition.start(name, settings);
      return;
    }
    this.postgres = await startPostgres({ dataDir: this.place.database, maxConnections: 200 });
    this.program = await Program.with({ ...settings, DATABASE_URL: this.postgres.url });
    await this.program.start();
  }

  private quote(): void {
    const time = this.now().toISOString();
    const quotes = Object.entries(this.rates).map(([ccy, [bid, ask]]) => ({
      pair: `EUR${ccy}`,
      bid,
      ask,
      time,
    }));
    replace(join(this.place.market, 'rates.json'), JSON.stringify({ quotes }));
    const points = [{ tenor: '12M', bid: 0.012, ask: 0.0122 }];
    const curves = Object.keys(MARKET).map((ccy) => ({ pair: `EUR${ccy}`, time, points }));
    replace(join(this.place.market, 'points.json'), JSON.stringify({ curves }));
  }

  private get clockFile(): string {
    return join(this.place.folder, 'clock');
  }
}

/** At once: the system may read it at any moment. */
function replace(file: string, text: string): void {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}
