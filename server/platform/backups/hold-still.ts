import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { listTables } from './facts.ts'

/** Milliseconds that a write may wait. Below PostgreSQL's second before it looks for a deadlock, so nobody's write is given up for this. */
const longestHold = 200
const pauseMs = 250
const tries = 240
const lockNotAvailable = '55P03'

/**
 * Marks one moment in the log at which no write is half done, and begins a transaction of `reader` that sees exactly that moment. Writes wait
 * for some milliseconds; a moment at which they would wait longer is passed by.
 * @param client of a superuser
 * @param restorePoint its name in the log
 * @throws Error when writes that last for minutes leave no such moment
 */
export async function markMoment(
  client: pg.Client,
  reader: pg.Client,
  restorePoint: string,
): Promise<{ time: Date; lastSegment: string }> {
  const tables = await listTables(client)
  for (let tried = 1; ; tried++) {
    await client.query('begin')
    try {
      await client.query(`set local lock_timeout = ${longestHold}`)
      // Who holds these locks has seen each write committed and visible, and a snapshot of now has no other.
      await client.query(`lock table ${tables.join(', ')} in share mode`)
      await reader.query('begin isolation level repeatable read read only')
      await reader.query('select 1')
      const { rows } = await client.query<{ time: Date; segment: string }>(
        'select clock_timestamp() as time, pg_walfile_name(pg_create_restore_point($1)) as segment',
        [restorePoint],
      )
      await client.query('commit')
      if (!rows[0]) throw new Error('PostgreSQL gave no answer about the moment of the backup')
      // The segment ends, so that it can be copied whole.
      await client.query('select pg_switch_wal()')
      return { time: rows[0].time, lastSegment: rows[0].segment }
    } catch (error) {
      await client.query('rollback')
      if (!(error instanceof pg.DatabaseError) || error.code !== lockNotAvailable) throw error
      if (tried === tries)
        throw new Error('For minutes some write held the database, so no moment could be marked: try again later.', {
          cause: error,
        })
      await wait(pauseMs)
    }
  }
}
