import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { launchPostgres } from '#postgres/launch.ts'
import { connect } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import type { RecordedAnswer } from './record-answer.ts'

export interface Shop {
  /** Without a trailing slash. */
  url: string
  databaseUrl: string
  db: pg.Pool
  /** Microseconds of CPU that the process has used. */
  cpu(): Promise<number>
  /** How many responses were rendered, because the cache had none. */
  misses(): Promise<number>
}
/** A bare `node:http` server in its own process. */
export interface Bare {
  url: string
  /** Answers every request with this response from now on. */
  repeat(answer: RecordedAnswer): Promise<void>
  /** Microseconds of CPU that the process has used. */
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
      const child = fork(join(import.meta.dirname, 'serve-shop.ts'), { env: { ...process.env, DATABASE_URL: databaseUrl } })
      const [{ url }] = (await once(child, 'message')) as [{ url: string }]
      const db = connect(databaseUrl, { max: 2, log, actor: 'system' })
      closings.push(async () => {
        const exited = once(child, 'exit')
        child.send('stop')
        await exited
        await db.end()
      })
      return { url, databaseUrl, db, cpu: () => cpuOf(child), misses: () => ask<number>(child, 'misses') }
    },
    async openBare() {
      const child = fork(join(import.meta.dirname, 'serve-bare.ts'))
      const [{ url }] = (await once(child, 'message')) as [{ url: string }]
      closings.push(async () => {
        const exited = once(child, 'exit')
        child.send('stop')
        await exited
      })
      return {
        url,
        async repeat(answer) {
          child.send(answer)
          await once(child, 'message')
        },
        cpu: () => cpuOf(child),
      }
    },
    async close() {
      for (const close of closings) await close()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function cpuOf(child: ChildProcess): Promise<number> {
  const { user, system } = await ask<NodeJS.CpuUsage>(child, 'cpu')
  return user + system
}

async function ask<Answer>(child: ChildProcess, question: string): Promise<Answer> {
  child.send(question)
  const [answer] = (await once(child, 'message')) as [Answer]
  return answer
}

function addressOf(clusterUrl: string, database: string): string {
  const url = new URL(clusterUrl)
  url.pathname = `/${database}`
  return url.href
}
