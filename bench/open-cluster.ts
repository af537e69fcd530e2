import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { launchPostgres } from '#postgres/launch.ts'
import { connect } from '#server/platform/db/connect.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { startServing } from './child.ts'
import type { RecordedAnswer } from './record-answer.ts'

export interface Shop {
  /** Without a trailing slash. */
  url: string
  databaseUrl: string
  db: pg.Pool
  pid: number
  /** Milliseconds of CPU that the process has used. */
  cpu(): Promise<number>
  /** How many responses were rendered, because the cache had none. */
  misses(): Promise<number>
}
/** A bare `node:http` server in its own process. */
export interface Bare {
  url: string
  pid: number
  /** Answers every request with this response from now on. */
  repeat(answer: RecordedAnswer): Promise<void>
  /** Milliseconds of CPU that the process has used. */
  cpu(): Promise<number>
}
export interface Cluster {
  /** Starts the real application in its own process on its own database. */
  openShop(): Promise<Shop>
  openBare(): Promise<Bare>
  close(): Promise<void>
}

/** Starts a PostgreSQL with production settings, fsync included, and a migrated template database for the shops. */
export async function openCluster(): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'karyashala-bench-'))
  chmodSync(folder, 0o711)
  const postgres = await launchPostgres({ dataDir: folder })
  const log = { warn: () => {} }
  const template = connect(postgres.connectionString, { max: 1, log })
  await migrate(template)
  await template.query('update school_opening set opened_at = app_now()')
  await template.end()
  const closings: (() => Promise<void>)[] = []
  return {
    async openShop() {
      const name = `shop_${closings.length}`
      const admin = new pg.Client(addressOf(postgres.connectionString, 'postgres'))
      await admin.connect()
      const { pathname } = new URL(postgres.connectionString)
      await admin.query(`create database ${name} template ${pg.escapeIdentifier(decodeURIComponent(pathname.slice(1)))}`)
      await admin.end()
      const databaseUrl = addressOf(postgres.connectionString, name)
      const child = await startServing('serve-shop.ts', { DATABASE_URL: databaseUrl })
      const db = connect(databaseUrl, { max: 2, log, actor: 'system' })
      closings.push(async () => {
        await child.stop()
        await db.end()
      })
      return { url: child.url, pid: child.pid, databaseUrl, db, cpu: child.cpu, misses: () => child.ask<number>('misses') }
    },
    async openBare() {
      const child = await startServing('serve-bare.ts')
      closings.push(child.stop)
      return { url: child.url, pid: child.pid, repeat: async (answer) => void (await child.ask(answer)), cpu: child.cpu }
    },
    async close() {
      for (const close of closings) await close()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function addressOf(clusterUrl: string, database: string): string {
  const url = new URL(clusterUrl)
  url.pathname = `/${database}`
  return url.href
}
