import pg from 'pg'
import pino from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { queues, sweepJob } from '#server/features.ts'
import { createDatabase } from '#tests/postgres/database.ts'
import { startJobs } from './jobs.ts'
import { deliverCodesJob, deliverMailJob } from '#server/messaging/mail/jobs.ts'

async function openQueue() {
  const database = await createDatabase()
  const db = new pg.Pool({ connectionString: database.url, max: 2 })
  const logged: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => void logged.push(line) })
  const jobs = await startJobs({ connectionString: database.url, log, background: true })
  onTestFinished(async () => {
    await jobs.stop()
    await db.end()
    await database.drop()
  })
  return { jobs, db, logged }
}

test('works off a backlog without waiting for polling', async () => {
  const { jobs, db } = await openQueue()
  // At the polling rate these would take minutes.
  const ids = Array.from({ length: 200 }, (_, id) => id)
  for (const id of ids) await jobs.send(db, deliverMailJob, { id })
  const done = new Set<number>()
  const all = Promise.withResolvers<void>()
  await jobs.work(deliverMailJob, async ({ id }) => {
    done.add(id)
    if (done.size === ids.length) all.resolve()
  })
  await all.promise
})

test('codes that are sent slowly do not hold up other codes', async () => {
  const { jobs, db } = await openQueue()
  const slow = 5
  const taken = new Set<number>()
  const others = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  onTestFinished(() => release.resolve())
  await jobs.work(deliverCodesJob, async ({ id }) => {
    taken.add(id)
    if (id <= slow) await release.promise
    else if (taken.size === slow + 20) others.resolve()
  })
  for (let id = 1; id <= slow; id++) {
    await jobs.send(db, deliverCodesJob, { id })
    // One by one, so that each stops a worker of its own.
    await vi.waitFor(() => expect(taken).toContain(id), { interval: 5 })
  }
  for (let id = slow + 1; id <= slow + 20; id++) await jobs.send(db, deliverCodesJob, { id })
  await others.promise
})

test('retries only the failed job of a batch', async () => {
  const { jobs, db } = await openQueue()
  for (const id of [1, 2, 3, 4]) await jobs.send(db, deliverMailJob, { id })
  const tries = new Map<number, number>()
  const again = Promise.withResolvers<void>()
  await jobs.work(deliverMailJob, async ({ id }) => {
    const nth = (tries.get(id) ?? 0) + 1
    tries.set(id, nth)
    if (id !== 2) return
    if (nth === 1) throw new Error('not now')
    again.resolve()
  })
  await again.promise
  expect(Object.fromEntries(tries)).toEqual({ 1: 1, 2: 2, 3: 1, 4: 1 })
})

test('updates the settings of an existing queue [SEC-072]', async () => {
  const database = await createDatabase()
  const db = new pg.Pool({ connectionString: database.url, max: 1 })
  const start = () =>
    startJobs({ connectionString: database.url, log: pino({ level: 'silent' }), background: false, install: queues })
  const settings = async () => (await db.query('select * from pgboss.queue order by name')).rows.map(settingsOf)
  const first = await start()
  onTestFinished(async () => {
    await db.end()
    await database.drop()
  })
  const made = await settings()
  await first.stop()
  await db.query('update pgboss.queue set heartbeat_seconds = null, retry_limit = 1, retry_delay_max = 7, expire_seconds = 900')
  const second = await start()
  await second.stop()
  expect(await settings()).toEqual(made)
  expect(made.map(({ heartbeat }) => heartbeat)).toEqual(made.map(() => 15))
})

test('polls again soon after a poll that failed [SEC-087]', async () => {
  const { jobs, db, logged } = await openQueue()
  const done = Promise.withResolvers<void>()
  // Its regular poll is a minute away.
  await jobs.work(sweepJob, async () => done.resolve())
  await db.query(`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$`)
  const { rows } = await db.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind in ('r', 'p') and not relispartition
     and relnamespace = 'pgboss'::regnamespace and relname like 'job%'`,
  )
  for (const { name } of rows) {
    await db.query(`create trigger full_disk before update on ${name} for each row execute function refuse()`)
  }
  await jobs.send(db, sweepJob, {})
  await vi.waitFor(() => expect(logged.join()).toContain('No space left on device'))
  for (const { name } of rows) await db.query(`drop trigger full_disk on ${name}`)
  await done.promise
})

test('counts the seconds by which a worker is late [DEP-05]', async () => {
  const { jobs, db } = await openQueue()
  expect(jobs.silentSeconds()).toBe(0)
  const handled = Promise.withResolvers<void>()
  await jobs.work(deliverMailJob, async () => handled.resolve())
  await jobs.send(db, deliverMailJob, { id: 1 })
  await handled.promise
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Date.now() + 3_600_000)
  // The idle worker polled before the clock moved.
  expect(jobs.silentSeconds()).toBeGreaterThan(3300)
  expect(jobs.silentSeconds()).toBeLessThan(3700)
})

function settingsOf(queue: Record<string, unknown>) {
  const { name, heartbeat_seconds: heartbeat, retry_limit, retry_delay_max, expire_seconds } = queue
  return { name, heartbeat, retry_limit, retry_delay_max, expire_seconds }
}

test('queues have distinct names', () => {
  const names = queues.map(({ name }) => name)
  expect(names).toEqual([...new Set(names)])
})

test('a start writes only queues whose settings differ', async () => {
  const { db } = await openQueue()
  const { connectionString } = db.options
  const read = async () => {
    const { rows } = await db.query<{ name: string; written: string; retry_limit: number }>(
      'select name, xmin::text as written, retry_limit from pgboss.queue order by name',
    )
    return rows
  }
  await db.query(`update pgboss.queue set retry_limit = 7 where name = 'sweep'`)
  const before = await read()
  const again = await startJobs({
    connectionString: connectionString ?? '',
    log: pino({ level: 'silent' }),
    background: false,
    install: queues,
  })
  await again.stop()
  const changed = (await read()).filter(({ written }, index) => written !== before[index]?.written)
  expect(changed.map(({ name, retry_limit: limit }) => [name, limit])).toEqual([['sweep', 3]])
})

test('a paused process ends its jobs, begins none, and goes on', async () => {
  const { jobs, db } = await openQueue()
  const done: number[] = []
  const begun = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  await jobs.work(deliverMailJob, async ({ id }) => {
    begun.resolve()
    await release.promise
    done.push(id)
  })
  await jobs.send(db, deliverMailJob, { id: 1 })
  await begun.promise
  const paused = jobs.pause()
  expect(jobs.isPaused()).toBe(false)
  release.resolve()
  await paused
  expect([done, jobs.isPaused(), jobs.silentSeconds()]).toEqual([[1], true, 0])
  await jobs.send(db, deliverMailJob, { id: 2 })
  // Workers that are added meanwhile wait as well.
  await jobs.work(deliverCodesJob, async ({ id }) => void done.push(id))
  await jobs.send(db, deliverCodesJob, { id: 3 })
  const { rows } = await db.query(`select count(*)::int as waiting from pgboss.job where state = 'created'`)
  expect(rows).toEqual([{ waiting: 2 }])
  await jobs.resume()
  await vi.waitFor(() => expect(new Set(done)).toEqual(new Set([1, 2, 3])))
  expect(jobs.isPaused()).toBe(false)
})
