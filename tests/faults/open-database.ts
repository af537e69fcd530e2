import type pg from 'pg'
import pino from 'pino'
import { onTestFinished } from 'vitest'
import { connect } from '#server/platform/db/connect.ts'
import { createDatabase } from '#tests/postgres/database.ts'

/** A database for one test and the test's own connections to it. Servers of the test connect by `url`. */
export async function openDatabase({ max = 2, actor = 'system' }: { max?: number; actor?: 'operator' | 'system' } = {}): Promise<{
  url: string
  db: pg.Pool
}> {
  const database = await createDatabase()
  const db = connect(database.url, { max, log: pino({ level: 'silent' }), actor })
  onTestFinished(async () => {
    await db.end()
    await database.drop()
  })
  return { url: database.url, db }
}
