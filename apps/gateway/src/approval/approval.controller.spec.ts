import { until } from '@corridor/testing';
import { ADMINISTRATOR, TestGateway } from '../gateway.fixture.js';
import { Approvals } from './approvals.js';
import { withNames } from './client-names.js';

type Headers = Record<string, string>;

interface Member {
  readonly id: string;
  readonly login: { readonly email: string; readonly password: string };
  readonly bearer: Headers;
}

describe.each(['SANDBOX', 'PRODUCTION'])('four eyes in %s', (environment) => {
  let gateway: TestGateway;
  let count = 0;
  let ines: Headers;
  let bo: Member;
  beforeAll(async () => {
    gateway = await TestGateway.start({ ENVIRONMENT: environment, FOUR_EYES: 'all' });
    ines = await gateway.staffBearer(ADMINISTRATOR);
    bo = await hire(['administrator']);
  });
  afterAll(() => gateway.stop());

  const as = (headers: Headers, path: string, body: object = {}, more: object = {}) =>
    gateway.post(`/operator/v1${path}`, body, { ...headers, ...more });
  const put = (headers: Headers, path: string, body: object) =>
    gateway.put(`/operator/v1${path}`, body, headers);
  const get = (path: string, headers: Headers = ines) => gateway.get(`/operator/v1${path}`, headers);
  const person = (roles: string[]) => ({
    ...{ firstName: 'One', lastName: 'Person', roles },
    ...{ email: `person${++count}@corridor.example`, password: 'correct horse battery' },
  });
  const loginOf = ({ email, password }: Member['login']) => ({ email, password });
  /** Asked for by Ines and, once there is somebody else, approved by Bo. */
  async function hire(roles: string[]): Promise<Member> {
    const details = person(roles);
    const asked = await as(ines, '/staff', details);
    const approved =
      asked.status === 202 ? await as(bo.bearer, `/approvals/${asked.data.id}/approve`) : asked;
    expect(approved.status).toBe(200);
    const { id } = asked.status === 202 ? approved.data.outcome.response : approved.data;
    const given = loginOf(details);
    const login = { ...given, password: `own ${given.password}` };
    const bearer = await gateway.staffBearer({ ...given, newPassword: login.password });
    return { id, login, bearer };
  }

  test('the first administrator creates the second one alone, and then nobody', async () => {
    const asked = await as(ines, '/staff', person(['administrator']));
    expect(asked).toMatchObject({ status: 202, data: { status: 'AWAITING_APPROVAL', kind: 'staff' } });
  });

  test('and cannot become the only one again', async () => {
    const disabled = await as(ines, `/staff/${bo.id}/disable`);
    expect(disabled).toMatchObject({ status: 409, problem: { code: 'last_administrator' } });
    const { data } = await put(bo.bearer, `/staff/${bo.id}/roles`, { roles: ['support'] });
    const approved = await as(ines, `/approvals/${data.id}/approve`);
    expect(approved.data.outcome).toMatchObject({
      succeeded: false,
      status: 409,
      problem: { code: 'last_administrator' },
    });
    const third = await hire(['administrator']);
    expect((await as(ines, `/staff/${third.id}/disable`)).status).toBe(200);
  });

  test('a command waits, and takes effect once when somebody else approves it', async () => {
    const { id } = await hire(['support']);
    const asked = await put(ines, `/staff/${id}/roles`, { roles: ['finance'] });
    const me = (await get('/auth/who-am-i')).data.staff;
    expect(asked.data).toEqual({
      id: expect.stringMatching(/^apr_/),
      status: 'AWAITING_APPROVAL',
      kind: 'roles',
      effect: expect.stringMatching(
        /^“One Person \(person\d+@corridor\.example\)”: their roles become finance \(before: support\)\.$/,
      ),
      reason: null,
      operation: 'changeStaffRoles',
      method: 'PUT',
      path: `/operator/v1/staff/${id}/roles`,
      body: { roles: ['finance'] },
      permission: 'staff:write',
      askedBy: { id: me.id, name: 'Ines Almeida' },
      askedWithKey: null,
      askedOn: expect.any(String),
      expiresOn: expect.any(String),
      ...{ decidedBy: null, decidedOn: null, decisionReason: null, outcome: null },
    });
    expect((await get(`/staff/${id}`)).data.roles).toEqual(['support']);
    const { data } = await as(bo.bearer, `/approvals/${asked.data.id}/approve`);
    expect(data).toMatchObject({
      status: 'APPROVED',
      decidedBy: { id: bo.id, name: 'One Person' },
      outcome: { succeeded: true, status: 200, response: { id, roles: ['finance'] }, problem: null },
    });
    const changed = await get(`/staff/${id}`);
    expect(changed.data.roles).toEqual(['finance']);
    expect(changed.data.auditHistory.updated.by.id).toBe(me.id);
    const [event] = await gateway.database.query<{ approval: object }>(
      `SELECT caller -> 'approved' AS approval FROM events WHERE stream_id = $1 AND type = 'roles_changed'`,
      [id],
    );
    expect(event?.approval).toEqual({
      id: asked.data.id,
      by: { id: bo.id, name: 'One Person' },
      effectDigest: expect.any(String),
    });
  });

  test('effects that services describe by the ids of clients get their names, texts of others do not', async () => {
    const { id } = await gateway.client({ name: 'Blue Harbour' });
    const named = await withNames(`${id}: no limit. cli_${'0'.repeat(26)}: “${id}”.`, gateway.database);
    expect(named).toBe(`“Blue Harbour” (${id}): no limit. cli_${'0'.repeat(26)}: “${id}”.`);
  });

  test('the same request has the same approval, also once it is decided', async () => {
    const key = { 'x-idempotency-key': 'asked twice' };
    const details = person(['support']);
    const [one, other, again] = await Promise.all([1, 2, 3].map(() => as(ines, '/staff', details, key)));
    const first = [one, other, again].find((response) => response?.status === 202);
    expect(first?.data.id).toMatch(/^apr_/);
    await as(bo.bearer, `/approvals/${first?.data.id}/approve`);
    for (let i = 0; i < 3; i++) {
      const repeated = await as(ines, '/staff', { ...details, password: 'not compared at all' }, key);
      expect(repeated).toMatchObject({ status: 202, text: first?.text });
      expect(repeated.headers['idempotent-replayed']).toBe('true');
    }
    expect((await as(ines, '/staff', { ...details, firstName: 'Two' }, key)).problem?.code).toBe(
      'idempotency_key_reused',
    );
    const q = encodeURIComponent(`effect ~ "${details.email}"`);
    expect((await get(`/approvals?q=${q}`)).data).toHaveLength(1);
  });

  test('whoever uses the key of an approved command before does not keep it from taking effect', async () => {
    const { id } = await hire(['support']);
    const asked = await put(ines, `/staff/${id}/roles`, { roles: ['finance'] });
    const used = { ...ines, 'x-idempotency-key': `approval-${asked.data.id}` };
    expect((await put(used, `/staff/${id}/roles`, { roles: ['finance'] })).status).toBe(202);
    const { data } = await as(bo.bearer, `/approvals/${asked.data.id}/approve`);
    expect(data.outcome).toMatchObject({ succeeded: true, status: 200 });
    expect((await get(`/staff/${id}`)).data.roles).toEqual(['finance']);
  });

  test('neither the one who asked nor a key approves, nor who lacks the permission', async () => {
    const asked = await as(ines, '/staff', person(['support']));
    const approve = async (headers: Headers) =>
      (await as(headers, `/approvals/${asked.data.id}/approve`)).problem;
    expect((await approve(ines))?.code).toBe('second_person_required');
    expect((await approve(gateway.staff))?.code).toBe('bearer_token_required');
    const { data } = await as(bo.bearer, '/staff-keys', { label: 'ETL' });
    expect((await approve({ 'x-api-key': data.secret }))?.code).toBe('bearer_token_required');
    const dealer = await hire(['dealer']);
    expect(await approve(dealer.bearer)).toMatchObject({
      code: 'permission_required',
      requiredPermission: 'staff:write',
    });
    expect((await get(`/approvals/${asked.data.id}`)).data.status).toBe('AWAITING_APPROVAL');
    expect((await as(bo.bearer, '/approvals/apr_unknown/approve')).status).toBe(404);
  });

  test('what a key asked for is not approved by its owner', async () => {
    const asked = await as(gateway.staff, '/staff', person(['support']));
    expect(asked.data.askedWithKey).toMatch(/^sk_/);
    expect((await as(ines, `/approvals/${asked.data.id}/approve`)).problem?.code).toBe(
      'second_person_required',
    );
    expect((await as(bo.bearer, `/approvals/${asked.data.id}/approve`)).data.outcome.succeeded).toBe(true);
  });

  test('is rejected with a reason, or withdrawn, and then final', async () => {
    const asked = await as(ines, '/staff', person(['support']));
    const rejected = await as(bo.bearer, `/approvals/${asked.data.id}/reject`, { reason: 'Not now' });
    expect(rejected).toMatchObject({
      status: 200,
      data: { status: 'REJECTED', decisionReason: 'Not now', decidedBy: { id: bo.id }, outcome: null },
    });
    expect((await as(bo.bearer, `/approvals/${asked.data.id}/approve`)).problem?.code).toBe(
      'illegal_transition',
    );
    const other = await as(ines, '/staff', person(['support']));
    expect((await as(ines, `/approvals/${other.data.id}/reject`, { reason: 'A mistake' })).status).toBe(200);
  });

  test('of two who decide at once, one does', async () => {
    const third = await hire(['administrator']);
    const asked = await as(ines, '/staff', person(['support']));
    const decided = await Promise.all([
      as(bo.bearer, `/approvals/${asked.data.id}/approve`),
      as(third.bearer, `/approvals/${asked.data.id}/reject`, { reason: 'No' }),
      as(third.bearer, `/approvals/${asked.data.id}/approve`),
    ]);
    expect(decided.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  test('fails with its reason when its asker may no longer do it', async () => {
    const demoted = await hire(['administrator']);
    const disabled = await hire(['administrator']);
    const asked = await Promise.all(
      [demoted, disabled].map(({ bearer }) => as(bearer, '/staff', person(['support']))),
    );
    const change = await put(ines, `/staff/${demoted.id}/roles`, { roles: ['support'] });
    expect((await as(bo.bearer, `/approvals/${change.data.id}/approve`)).data.outcome.succeeded).toBe(true);
    expect((await as(ines, `/staff/${disabled.id}/disable`)).status).toBe(200);
    const outcomes = await Promise.all(
      asked.map(async ({ data }) => (await as(bo.bearer, `/approvals/${data.id}/approve`)).data.outcome),
    );
    expect(outcomes).toMatchObject([
      { succeeded: false, status: 403, problem: { requiredPermission: 'staff:write' } },
      { succeeded: false, status: 403, problem: { detail: expect.stringContaining('disabled') } },
    ]);
  });

  test('passwords are stored encrypted only, and shown to nobody', async () => {
    const details = { ...person(['support']), password: 'a password that is nowhere' };
    const asked = await as(ines, '/staff', details);
    expect(asked.text).not.toContain('password');
    await as(bo.bearer, `/approvals/${asked.data.id}/approve`);
    for (const table of ['events', 'streams', 'idempotency_key', 'approval']) {
      const [row] = await gateway.database.query<{ all: string }>(
        `SELECT string_agg(t::text, '') AS all FROM ${table} t`,
      );
      expect(row?.all).not.toContain(details.password);
    }
    const login = { ...loginOf(details), newPassword: 'nobody gave this one' };
    expect(await gateway.staffBearer(login)).toEqual({
      authorization: expect.stringContaining('Bearer ey'),
    });
  });

  test('expires, and then nobody approves it', async () => {
    const [asked, other] = await Promise.all([1, 2].map(() => as(ines, '/staff', person(['support']))));
    gateway.clock.advance(72 * 3_600_000);
    ines = await gateway.staffBearer(ADMINISTRATOR);
    bo = { ...bo, bearer: await gateway.staffBearer(bo.login) };
    expect((await as(bo.bearer, `/approvals/${asked?.data.id}/approve`)).problem?.code).toBe(
      'illegal_transition',
    );
    await until(async () => (await get(`/approvals/${other?.data.id}`)).data.status === 'EXPIRED');
  });

  test('what a process approved that then ended is carried out by another one, once', async () => {
    const asked = await as(ines, '/staff', person(['support']));
    const approvals = gateway.service.app.get(Approvals);
    const died = jest.spyOn(approvals, 'carryOut').mockResolvedValueOnce();
    const approving = as(bo.bearer, `/approvals/${asked.data.id}/approve`);
    await until(async () => (await get(`/approvals/${asked.data.id}`)).data.status === 'APPROVED');
    died.mockRestore();
    gateway.clock.advance(30_001);
    const { data } = await approving;
    expect(data.outcome).toMatchObject({ succeeded: true });
    await Promise.all([1, 2, 3].map(() => approvals.carryOut(asked.data.id)));
    const events = await gateway.database.query(
      `SELECT 1 FROM events WHERE type = 'created' AND caller -> 'approved' ->> 'id' = $1`,
      [asked.data.id],
    );
    expect(events).toHaveLength(1);
  });
});

test('without a policy nothing waits', async () => {
  const gateway = await TestGateway.start();
  for (const n of [1, 2, 3]) {
    const person = {
      firstName: 'A',
      lastName: 'B',
      roles: ['administrator'],
      email: `${n}@corridor.example`,
    };
    const created = await gateway.post(
      '/operator/v1/staff',
      { ...person, password: 'long enough for two' },
      gateway.staff,
    );
    expect(created.status).toBe(200);
  }
  await gateway.stop();
});
