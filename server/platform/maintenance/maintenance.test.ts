import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { inMaintenance } from '#contract/messages.ts'
import { checkHealth, sourceOf } from '#server/desk/health/read-health.ts'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { newPerson, signIn } from '#tests/school/sign-in.ts'
import { runMaintenance, type ServerState } from './cli.ts'
import { followMaintenance } from './follow-maintenance.ts'

async function openSchool() {
  const dataDir = mkdtempSync(join(tmpdir(), 'karyashala-maintenance-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const shop = await createTestApp({ config: { dataDir } })
  const servers = ['http://school.test']
  const stateOf = async (server: string): Promise<ServerState> => {
    if (!servers.includes(server)) return 'away'
    const { maintenance } = (await shop.app.inject('/health')).json<{ maintenance?: string }>()
    return maintenance === 'quiet' ? 'quiet' : 'writes'
  }
  const run = (...args: string[]) => runMaintenance({ dataDir, servers, stateOf, patienceMs: 2000 }, args)
  return { shop, dataDir, run }
}

test('a school in maintenance is read, and refuses whoever writes', async () => {
  const { shop, dataDir } = await openSchool()
  const { batchId } = await sellCourse(shop.db)
  const { access } = await signIn(shop)
  writeFileSync(join(dataDir, 'maintenance'), '')
  const refused = await shop.post(`/payment/start-payment/${batchId}/`, undefined, access)
  expect([refused.statusCode, refused.headers['retry-after'], refused.json()]).toMatchObject([
    503,
    '15',
    { code: 'busy', message: inMaintenance },
  ])
  // Also who signs in, and the payment provider, whose events come again.
  expect((await shop.post('/auth/register/', { ...newPerson(), type: 'enroll' })).statusCode).toBe(503)
  const event = await shop.app.inject({ method: 'POST', url: '/api/payment/webhook/', payload: {} })
  expect(event.statusCode).toBe(503)
  const upload = await shop.app.inject({ method: 'PATCH', url: '/api/staff/recordings/uploads/1' })
  expect(upload.statusCode).toBe(503)
  const live = await shop.app.inject({ url: '/api/classroom/1/live/', headers: { upgrade: 'websocket' } })
  expect(live.statusCode).toBe(503)
  expect((await shop.get('/courses/')).statusCode).toBe(200)
  expect((await shop.get('/user/profile/', access)).statusCode).not.toBe(503)
  const { rows } = await shop.db.query('select count(*)::int as orders from payment_orders')
  expect(rows).toEqual([{ orders: 0 }])

  expect((await checkHealth(sourceOf(shop.deps)))[0]).toMatchObject({ name: 'maintenance', ok: false })
  rmSync(join(dataDir, 'maintenance'))
  expect((await checkHealth(sourceOf(shop.deps))).map(({ name }) => name)).not.toContain('maintenance')
  expect((await shop.post('/auth/register/', { ...newPerson(), type: 'enroll' })).statusCode).toBe(201)
})

test('the command ends when nothing is written any more', async () => {
  const { shop, dataDir, run } = await openSchool()
  const paused = Promise.withResolvers<void>()
  let isPaused = false
  const jobs = {
    ...shop.deps.jobs,
    pause: () => paused.promise.then(() => void (isPaused = true)),
    resume: async () => void (isPaused = false),
    isPaused: () => isPaused,
  }
  Object.assign(shop.deps, { jobs })
  const following = followMaintenance(shop.deps)
  onTestFinished(() => following.stop())
  const end = shop.deps.maintenance.beginWriting()
  const switched = run('on')
  await vi.waitUntil(() => existsSync(join(dataDir, 'maintenance')))
  expect((await shop.app.inject('/health')).json()).toMatchObject({ maintenance: 'beginning' })
  paused.resolve()
  await vi.waitUntil(() => isPaused)
  expect((await shop.app.inject('/health')).json()).toMatchObject({ maintenance: 'beginning' })
  end()
  expect(await switched).toMatchObject({ code: 0, lines: [expect.stringMatching(/writes nothing any more/), expect.anything()] })
  expect((await run('status')).lines).toEqual([expect.stringMatching(/^The school is only read since /)])
  expect(statSync(join(dataDir, 'maintenance')).mode & 0o777).toBe(0o644)
  // A second time is no failure.
  expect(await run('on')).toMatchObject({ code: 0 })
  expect(await run('off')).toMatchObject({ code: 0 })
  expect(await run('off')).toMatchObject({ code: 0 })
  await vi.waitUntil(() => !isPaused)
  expect((await run('status')).lines).toEqual(['The school is open.'])
})

test('the command says what still writes, and which server is away', async () => {
  const { shop, run } = await openSchool()
  onTestFinished(shop.deps.maintenance.beginWriting())
  expect(await run('on')).toMatchObject({ code: 1, lines: [expect.stringMatching(/still writes after 2 seconds/)] })
  expect(await run('on', 'http://127.0.0.1:9/')).toMatchObject({
    code: 0,
    lines: ['No server answers at http://127.0.0.1:9. One that starts there is only read, too.', expect.anything()],
  })
  for (const wrong of [[], ['now'], ['on', 'nowhere']]) expect((await run(...wrong)).code).toBe(2)
})
