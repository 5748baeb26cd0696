import { AsyncResource } from 'node:async_hooks';
import { isUniqueViolation } from './database.js';
import { isOutage } from './outage.js';
import { openTestDatabase } from './testing/index.js';
import {
  Column,
  Entity,
  type MigrationInterface,
  PrimaryColumn,
  type QueryRunner,
  type Repository,
} from 'typeorm';
import type { OpenDatabase } from './open-database.js';

@Entity('plan')
class Plan {
  @PrimaryColumn('text')
  name: string;

  @Column('integer')
  price: number;
}

class Plans1700000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE plan (name text PRIMARY KEY, price integer NOT NULL)');
  }

  async down(): Promise<void> {}
}

/** A request that has begun before any transaction. */
const elsewhere = new AsyncResource('elsewhere');
let db: OpenDatabase;
let plans: Repository<Plan>;
beforeAll(async () => {
  db = await openTestDatabase([Plans1700000000001], { poolSize: 3 }, [Plan]);
  plans = db.dataSource.getRepository(Plan);
});
beforeEach(() => plans.clear());
afterAll(() => db.close());

const names = async () => (await plans.find({ order: { name: 'ASC' } })).map(({ name }) => name);

it('lets a repository write by itself', async () => {
  await plans.save({ name: 'basic', price: 1 });
  expect(await plans.findOneBy({ name: 'basic' })).toEqual({ name: 'basic', price: 1 });
});

describe('a repository in a transaction of the service', () => {
  it('takes part in it: both are committed', async () => {
    await db.database.transaction(async (sql) => {
      await sql.query(`INSERT INTO plan VALUES ('by SQL', 1)`);
      expect(await names()).toEqual(['by SQL']);
      await plans.insert({ name: 'by repository', price: 2 });
      expect(await sql.query('SELECT name FROM plan ORDER BY name')).toHaveLength(2);
    });
    expect(await names()).toEqual(['by SQL', 'by repository']);
  });

  it.each(['insert', 'save', 'upsert'] as const)('is undone with it: %s', async (method) => {
    const write = {
      insert: () => plans.insert({ name: 'basic', price: 1 }),
      save: () => plans.save({ name: 'basic', price: 1 }),
      upsert: () => plans.upsert({ name: 'basic', price: 1 }, ['name']),
    };
    const undone = db.database.transaction(async () => {
      await write[method]();
      expect(await names()).toEqual(['basic']);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await names()).toEqual([]);
  });

  it('is undone with a savepoint of it', async () => {
    await db.database.transaction(async () => {
      await plans.save({ name: 'before', price: 1 });
      const step = db.database.savepoint(async () => {
        await plans.save({ name: 'within', price: 1 });
        throw new Error('undone');
      });
      await expect(step).rejects.toThrow('undone');
    });
    expect(await names()).toEqual(['before']);
  });

  it('may begin a transaction of TypeORM in it, which ends alone', async () => {
    await db.database.transaction(async () => {
      const inner = db.dataSource.transaction(async (manager) => {
        await manager.save(Plan, { name: 'inner', price: 1 });
        throw new Error('undone');
      });
      await expect(inner).rejects.toThrow('undone');
      await plans.save({ name: 'outer', price: 1 });
    });
    expect(await names()).toEqual(['outer']);
  });

  it('undoes a transaction of TypeORM together with what preceded one that was undone in it', async () => {
    await db.database.transaction(async () => {
      const outer = db.dataSource.transaction(async (manager) => {
        await manager.insert(Plan, { name: 'outer', price: 1 });
        const inner = plans.save({ name: 'inner', price: 'none' as never });
        await expect(inner).rejects.toThrow('invalid input');
        throw new Error('undone');
      });
      await expect(outer).rejects.toThrow('undone');
      await plans.save({ name: 'next', price: 1 });
    });
    expect(await names()).toEqual(['next']);
  });

  it('uses a separate connection outside of the transaction', async () => {
    let seen: string[] = [];
    await db.database.transaction(async () => {
      await plans.save({ name: 'not committed yet', price: 1 });
      seen = await elsewhere.runInAsyncScope(names);
    });
    expect(seen).toEqual([]);
  });
});

it('tells errors of the database by their codes', async () => {
  await plans.insert({ name: 'basic', price: 1 });
  const error = await plans.insert({ name: 'basic', price: 2 }).catch((thrown: unknown) => thrown);
  expect(isUniqueViolation(error, 'plan_pkey')).toBe(true);
  const deadlock = await plans
    .query(`DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '40P01'; END $$`)
    .catch((thrown: unknown) => thrown);
  expect(isOutage(deadlock)).toBe(true);
});
