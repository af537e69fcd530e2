// Loads the demo content into the database of a new school.
import pino from 'pino'
import { connect } from '#server/db/connect.ts'
import { pendingMigrations } from '#server/db/pending-migrations.ts'
import { loadDemo } from '#server/db/seed/load-demo.ts'
import { reachDatabase } from './reach-database.ts'

const startFirst = 'The database has no tables of this version yet. Start the server once, then try again.'
const refused = 'The school has content already, so the demo content was not loaded. Nothing has changed.'

const database = await reachDatabase()
const db = connect(database.connectionString, { max: 2, log: pino({ level: 'warn' }, pino.destination(2)), actor: 'operator' })
try {
  const pending = await pendingMigrations(db).catch((error: Error) => {
    if ('code' in error && error.code === '42P01') return [startFirst]
    throw error
  })
  if (pending.length > 0) throw new Error(startFirst)
  if (!(await loadDemo(db, new Date()))) throw new Error(refused)
  console.log('The demo content is loaded. Change or archive it in the console.')
} catch (error) {
  // A host with several addresses reports one error for each address.
  const reason: unknown = error instanceof AggregateError ? error.errors[0] : error
  console.error(reason instanceof Error ? reason.message : reason)
  process.exitCode = 1
} finally {
  await db.end()
  await database.stop()
}
