import pg from 'pg'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase } from '#tests/postgres/database.ts'
import { startJobs } from './jobs.ts'

async function openQueue() {
  const database = await createDatabase()
  const db = new pg.Pool({ connectionString: database.url, max: 2 })
  const jobs = await startJobs({ connectionString: database.url, log: pino({ level: 'silent' }), background: true })
  onTestFinished(async () => {
    await jobs.stop()
    await db.end()
    await database.drop()
  })
  return { jobs, db }
}

test('what piled up while no process ran is worked off at once, not at the pace of polling', async () => {
  const { jobs, db } = await openQueue()
  // At the pace of polling these would take minutes.
  const ids = Array.from({ length: 200 }, (_, id) => id)
  for (const id of ids) await jobs.send(db, 'deliver-mail', { id })
  const done = new Set<number>()
  const all = Promise.withResolvers<void>()
  await jobs.work('deliver-mail', async ({ id }) => {
    done.add(id)
    if (done.size === ids.length) all.resolve()
  })
  await all.promise
})

test('a job that fails is tried again, and those beside it are not', async () => {
  const { jobs, db } = await openQueue()
  for (const id of [1, 2, 3, 4]) await jobs.send(db, 'deliver-mail', { id })
  const tries = new Map<number, number>()
  const again = Promise.withResolvers<void>()
  await jobs.work('deliver-mail', async ({ id }) => {
    const nth = (tries.get(id) ?? 0) + 1
    tries.set(id, nth)
    if (id !== 2) return
    if (nth === 1) throw new Error('not now')
    again.resolve()
  })
  await again.promise
  expect(Object.fromEntries(tries)).toEqual({ 1: 1, 2: 2, 3: 1, 4: 1 })
})
