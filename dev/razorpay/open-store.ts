import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { SQLInputValue } from 'node:sqlite'
import { DatabaseSync } from 'node:sqlite'

const SCHEMA = `
CREATE TABLE IF NOT EXISTS orders (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, receipt TEXT UNIQUE, created_at INTEGER NOT NULL, body TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS payments (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, order_id TEXT NOT NULL, attempt_id TEXT UNIQUE,
  told TEXT NOT NULL, created_at INTEGER NOT NULL, body TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS payments_order ON payments (order_id);
CREATE TABLE IF NOT EXISTS refunds (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, payment_id TEXT NOT NULL, idempotency_key TEXT UNIQUE,
  request TEXT NOT NULL, created_at INTEGER NOT NULL, body TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS refunds_payment ON refunds (payment_id);
CREATE TABLE IF NOT EXISTS events (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, order_id TEXT, event TEXT NOT NULL, body TEXT NOT NULL, created_at INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS deliveries (
  seq INTEGER PRIMARY KEY, event_id TEXT NOT NULL REFERENCES events (id), due_at INTEGER NOT NULL, expires_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0, state TEXT NOT NULL, last_status INTEGER, last_error TEXT);
CREATE INDEX IF NOT EXISTS deliveries_due ON deliveries (due_at) WHERE state = 'pending';
CREATE TABLE IF NOT EXISTS jobs (
  seq INTEGER PRIMARY KEY, due_at INTEGER NOT NULL, kind TEXT NOT NULL, subject TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS jobs_due ON jobs (due_at);
CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
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

/** Opens or creates `razorpay-sandbox.sqlite` in `dataDir`. */
export function openStore(dataDir: string): Store {
  mkdirSync(dataDir, { recursive: true })
  const db = new DatabaseSync(join(dataDir, 'razorpay-sandbox.sqlite'))
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 2000;')
  db.exec(SCHEMA)
  const prepared = new Map<string, ReturnType<DatabaseSync['prepare']>>()
  const statement = (sql: string) => {
    const kept = prepared.get(sql) ?? db.prepare(sql)
    prepared.set(sql, kept)
    return kept
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
      db.exec('BEGIN IMMEDIATE')
      depth += 1
      try {
        const answer = work()
        db.exec('COMMIT')
        return answer
      } catch (error) {
        db.exec('ROLLBACK')
        throw error
      } finally {
        depth -= 1
      }
    },
    setting(name) {
      const value = get('SELECT value FROM settings WHERE name = ?', name)?.['value']
      return typeof value === 'string' ? value : undefined
    },
    saveSetting(name, value) {
      run('INSERT INTO settings VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value', name, value)
    },
    close: () => db.close(),
  }
}
