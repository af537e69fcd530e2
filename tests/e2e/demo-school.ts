import { chmodSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePorts } from '#tests/runner/free-ports.ts'
import { makeFolder } from '#tests/runner/make-folder.ts'
import { launchProduct } from '#tests/runner/start-product.ts'
import { type Reached, reachDatabase, type RunSql } from './reach-school.ts'

/** A product with the demo whose clock a test moves. The other tests share a product, whose clock stays. */
export interface DemoSchool {
  url: string
  inboxUrl: string
  sandboxUrl: string
  dataDir: string
  sql: RunSql
  lend: Reached['lend']
  /** Moves the clock of the database to a moment. Sessions of students stay open. @param moment SQL of a timestamp */
  moveClock(moment: string, values?: unknown[]): Promise<void>
  stop(): Promise<void>
}

/** @param hasPast with the payments that `npm start` writes */
export async function openDemoSchool({ hasPast = false } = {}): Promise<DemoSchool> {
  const dataDir = makeFolder('karyashala-demo-')
  // Passable by the account that PostgreSQL runs as when the tests run as root.
  chmodSync(dataDir, 0o711)
  const ports = await findFreePorts(3)
  const stop = await launchProduct({ ports, dataDir, logFile: join(dataDir, 'product.log'), mode: 'production', hasPast })
  const { sql, lend, leave } = reachDatabase(() => dataDir)
  return {
    url: `http://127.0.0.1:${ports[0]}`,
    sandboxUrl: `http://127.0.0.1:${ports[1]}`,
    inboxUrl: `http://127.0.0.1:${ports[2]}`,
    dataDir,
    sql,
    lend,
    async moveClock(moment, values = []) {
      await sql(`update app_clock set "offset" = (${moment}) - now()`, values)
      await sql(`update sessions set expires_at = app_now() + interval '1 day', idle_expires_at = app_now() + interval '1 day'`)
    },
    async stop() {
      await leave()
      await stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
