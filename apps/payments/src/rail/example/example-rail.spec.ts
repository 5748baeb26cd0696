import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ProviderClient } from '@corridor/platform';
import { TestClock } from '@corridor/testing';
import { type RailUnderTest, describeRail, payments } from '../kit/rail-kit.js';
import type { RailReport } from '../payment-rail.js';
import { ExampleRail } from './example-rail.js';

interface Asked {
  readonly ref: string;
  readonly ids: readonly string[];
}

const states = { ACCEPTED: 'received', SETTLED: 'done', REJECTED: 'refused', RETURNED: 'sent back' };

const newsOf = ({ reportId, reference, status, reason, returned }: RailReport) => ({
  ...{ id: reportId, ref: reference, state: states[status] },
  ...(reason !== null && { cause: reason }),
  ...(returned && { returned: { ccy: returned.ccyCode, minor: String(returned.minor) } }),
});

/** The invented bank, as its documentation describes it. */
class Bank {
  readonly clock = new TestClock();
  /** By reference, in the order of their execution. */
  readonly transfers: string[] = [];
  news: { readonly id: string }[] = [];
  isSilent = false;
  /** How long it takes for a transfer. */
  slowMs = 0;

  /** @returns the status and the body; null if it does not respond */
  reply(method: string, path: string, { ref, ids }: Asked): readonly [number, object] | null {
    if (path === '/news') return [200, this.news];
    if (path === '/news/seen') {
      this.news = this.news.filter(({ id }) => !ids.includes(id));
      return [200, {}];
    }
    if (method === 'GET') {
      this.isSilent = false;
      const isThere = this.transfers.includes(path.slice('/transfers/'.length));
      return isThere ? [200, {}] : [404, { code: 'no_such_transfer' }];
    }
    this.transfers.push(ref);
    this.clock.advance(this.slowMs);
    return this.isSilent ? null : [200, {}];
  }
}

async function start(): Promise<RailUnderTest & { readonly at: Bank; stop(): Promise<void> }> {
  const at = new Bank();
  const server = createServer((request, response) => {
    void request
      .setEncoding('utf8')
      .toArray()
      .then((chunks) => {
        const body = JSON.parse(chunks.join('') || '{}') as Asked;
        const said = at.reply(request.method ?? '', request.url ?? '', body);
        if (said) response.writeHead(said[0]).end(JSON.stringify(said[1]));
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const client = new ProviderClient({ url: `http://127.0.0.1:${port}`, key: 'secret' }, at.clock);
  return {
    at,
    rail: new ExampleRail(client, 'ACMEGB2LXXX', at.clock),
    bank: {
      executed: () => Promise.resolve(at.transfers),
      says: async (...reports) => void at.news.push(...reports.map(newsOf)),
      // Until it is asked what it has.
      isSilentOnce: async () => void (at.isSilent = true),
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describeRail('example', start);

describe('what only this bank does', () => {
  let under: Awaited<ReturnType<typeof start>>;
  beforeEach(async () => {
    under = await start();
  });
  afterEach(() => under.stop());

  const submit = (some = payments, isRepeated = false) =>
    under.rail.submit({ id: 'b-1', payments: some, isRepeated }, new AbortController().signal);
  const [one] = payments as readonly [(typeof payments)[0]];

  test('is slow: what there is no time for is left to another batch, and what it has is kept', async () => {
    under.at.slowMs = 10_000;
    const { failures } = await submit();
    expect(Object.keys(failures)).toEqual([payments[2]?.id]);
    await submit(payments.slice(2), true);
    expect(under.at.transfers).toEqual(payments.map(({ reference }) => reference));
  });

  test('pays to IBANs only: other payments are rejected at once, and not sent', async () => {
    const { reports } = await submit([{ ...one, creditor: { ...one.creditor, iban: null } }]);
    expect(reports).toMatchObject([{ reference: one.reference, status: 'REJECTED' }]);
    expect(under.at.transfers).toEqual([]);
  });

  test('says something unknown: it stays there, and the rest is passed on', async () => {
    const unknown = { id: '1', ref: one.reference, state: 'pending review' };
    under.at.news.push(unknown, { ...unknown, id: '2', state: 'done' } as { id: string });
    const taken: string[] = [];
    const nothing = async () => {};
    await under.rail.collect(
      async (some) => void taken.push(...some.map(({ status }) => status)),
      nothing,
      nothing,
      nothing,
    );
    expect(taken).toEqual(['SETTLED']);
    expect(under.at.news).toEqual([unknown]);
    expect(under.rail.away?.reason).toContain('pending review');
  });
});
