import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { SQLInputValue } from 'node:sqlite'
import { DatabaseSync } from 'node:sqlite'

const schema = `
create table if not exists orders (
  seq integer primary key, id text not null unique, receipt text unique, created_at integer not null, body text not null);
create table if not exists payments (
  seq integer primary key, id text not null unique, order_id text not null, attempt_id text unique,
  reported text not null, created_at integer not null, body text not null);
create index if not exists payments_order on payments (order_id);
create table if not exists refunds (
  seq integer primary key, id text not null unique, payment_id text not null, idempotency_key text unique,
  request text not null, created_at integer not null, body text not null);
create index if not exists refunds_payment on refunds (payment_id);
create table if not exists events (
  seq integer primary key, id text not null unique, order_id text, event text not null, body text not null, created_at integer not null);
create table if not exists deliveries (
  seq integer primary key, event_id text not null references events (id), due_at integer not null, expires_at integer not null,
  attempts integer not null default 0, state text not null, last_status integer, last_error text);
create index if not exists deliveries_due on deliveries (due_at) where state = 'pending';
create table if not exists jobs (
  seq integer primary key, due_at integer not null, kind text not null, subject text not null);
create index if not exists jobs_due on jobs (due_at);
create table if not exists settlements (seq integer primary key, id text not null unique, created_at integer not null, body text not null);
create index if not exists settlements_by_time on settlements (created_at);
create table if not exists settlement_lines (
  seq integer primary key, entity_id text not null, type text not null, payment_id text not null, order_id text not null,
  debit integer not null, credit integer not null, amount integer not null, fee integer not null, tax integer not null,
  on_hold integer not null, fault text, created_at integer not null, due_at integer not null, settlement_id text, settled_at integer);
create index if not exists settlement_lines_due on settlement_lines (due_at) where settlement_id is null;
create index if not exists settlement_lines_settled on settlement_lines (settled_at);
create index if not exists settlement_lines_held on settlement_lines (created_at) where on_hold = 1;
create table if not exists settings (name text primary key, value text not null);
`

export type Row = Record<string, unknown>

/** The sandbox's database. Calls are synchronous, so requests never interleave. */
export interface Store {
  all(sql: string, ...values: SQLInputValue[]): Row[]
  get(sql: string, ...values: SQLInputValue[]): Row | undefined
  run(sql: string, ...values: SQLInputValue[]): void
  /** Runs `work` in a transaction, rolled back when it throws. */
  transaction<T>(work: () => T): T
  setting(name: string): string | undefined
  saveSetting(name: string, value: string): void
  close(): void
}

const storeFile = 'razorpay-sandbox.sqlite'

/** Deletes everything that the sandbox knows. */
export function deleteStore(dataDir: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(join(dataDir, `${storeFile}${end}`), { force: true })
}

/** Opens or creates `razorpay-sandbox.sqlite` in `dataDir`. */
export function openStore(dataDir: string): Store {
  mkdirSync(dataDir, { recursive: true })
  const db = new DatabaseSync(join(dataDir, storeFile))
  db.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 2000;')
  db.exec(schema)
  renameOldColumn(db)
  const prepared = new Map<string, ReturnType<DatabaseSync['prepare']>>()
  const statement = (sql: string) => {
    const cached = prepared.get(sql) ?? db.prepare(sql)
    prepared.set(sql, cached)
    return cached
  }
  const get = (sql: string, ...values: SQLInputValue[]): Row | undefined => statement(sql).get(...values)
  const run = (sql: string, ...values: SQLInputValue[]): void => {
    statement(sql).run(...values)
  }
  let depth = 0
  return {
    all: (sql, ...values) => statement(sql).all(...values),
    get,
    run,
    transaction(work) {
      if (depth > 0) return work()
      db.exec('begin immediate')
      depth += 1
      try {
        const answer = work()
        db.exec('commit')
        return answer
      } catch (error) {
        db.exec('rollback')
        throw error
      } finally {
        depth -= 1
      }
    },
    setting(name) {
      const value = get('select value from settings where name = ?', name)?.['value']
      return typeof value === 'string' ? value : undefined
    },
    saveSetting(name, value) {
      run('insert into settings values (?, ?) on conflict (name) do update set value = excluded.value', name, value)
    },
    close: () => db.close(),
  }
}

/** A file of an earlier version has `payments.told` in place of `payments.reported`. */
function renameOldColumn(db: DatabaseSync): void {
  const isOld = db.prepare(`select 1 from pragma_table_info('payments') where name = 'told'`)
  if (!isOld.get()) return
  // Another process may open the file at the same time.
  db.exec('begin immediate')
  try {
    if (isOld.get()) db.exec('alter table payments rename column told to reported')
    db.exec('commit')
  } catch (error) {
    db.exec('rollback')
    throw error
  }
}
