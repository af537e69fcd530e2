import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import type { ErrorBody } from '#contract/errors.ts'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { newPerson, signIn } from '#tests/school/sign-in.ts'

test('overload is answered at once, and cached pages do not wait', async () => {
  const shop = await createTestApp()
  const { courseId } = await sellCourse(shop.db)
  const address = await shop.app.listen({ host: '127.0.0.1', port: 0 })
  const ask = (path: string, init?: RequestInit) => fetch(`${address}/api${path}`, init)
  expect((await ask(`/courses/${courseId}/`)).status).toBe(200)
  // Every connection of the pool is taken, so calls wait as they do behind a slow database.
  const taken = await Promise.all(Array.from({ length: shop.deps.db.options.max }, () => shop.deps.db.connect()))
  const register = () =>
    ask('/auth/register/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...newPerson(), type: 'register' }),
    })
  const waiting: Promise<Response>[] = []
  try {
    // As many as the pool has run; the rest waits for its turn.
    for (let call = 0; call < 3 * shop.deps.db.options.max; call += 1) waiting.push(register())
    const refused = await Promise.race(waiting)
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(((await refused.json()) as ErrorBody).code).toBe('busy')
    expect((await ask(`/courses/${courseId}/`)).status).toBe(200)
    // After a change a reader would wait for its turn, so the last known answer is better.
    shop.deps.responseCache.markAllStale(true)
    const [known, now] = await Promise.all([
      ask(`/courses/${courseId}/`),
      ask(`/courses/${courseId}/`, { headers: { 'cache-control': 'no-cache' } }),
    ])
    expect([known.status, now.status]).toEqual([200, 503])
  } finally {
    for (const client of taken) client.release()
  }
  const statuses = (await Promise.all(waiting)).map(({ status }) => status)
  expect(statuses.filter((status) => status !== 201 && status !== 503)).toEqual([])
  // The process goes on as before.
  expect((await register()).status).toBe(201)
})

test('a client that leaves while its call waits is no error', async () => {
  const shop = await createTestApp()
  await shop.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = shop.app.server.address() as AddressInfo
  const taken = await Promise.all(Array.from({ length: shop.deps.db.options.max }, () => shop.deps.db.connect()))
  const body = JSON.stringify({ ...newPerson(), type: 'register' })
  const head = `POST /api/auth/register/ HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`
  const sockets = Array.from({ length: 2 * shop.deps.db.options.max }, () => connect(port, '127.0.0.1'))
  for (const socket of sockets) socket.write(head + body)
  // Those that run wait for connections, and the others for their turn.
  await expect.poll(() => shop.deps.db.waitingCount).toBeGreaterThan(0)
  await shop.app.inject('/health')
  for (const socket of sockets) socket.resetAndDestroy()
  await expect.poll(() => sockets.every(({ closed }) => closed)).toBe(true)
  await shop.app.inject('/health')
  for (const client of taken) client.release()
  await expect.poll(() => shop.deps.db.waitingCount).toBe(0)
  await shop.get('/courses/')
  expect(shop.logged.filter((line) => (JSON.parse(line) as { level: number }).level >= 50)).toEqual([])
})

test('a provider that hangs keeps nobody from signing in or verifying', async () => {
  const shop = await createTestApp()
  const { batchId } = await sellCourse(shop.db)
  const { promise: answered, resolve: answer } = Promise.withResolvers<never>()
  let asked = 0
  shop.deps.gateway = {
    ...shop.deps.gateway,
    createOrder: () => {
      asked += 1
      return answered
    },
  }
  const address = await shop.app.listen({ host: '127.0.0.1', port: 0 })
  const post = (path: string, body?: object, access?: string) =>
    fetch(`${address}/api${path}`, {
      method: 'POST',
      headers: { ...(body && { 'content-type': 'application/json' }), ...(access && { authorization: `Bearer ${access}` }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  // A quarter of the places is kept for what was begun.
  const most = Math.ceil(5 * shop.deps.db.options.max * 0.75)
  const students = await Promise.all(Array.from({ length: most + 10 }, () => signIn(shop)))
  const starts = students.map(({ access }) => post(`/payment/start-payment/${batchId}/`, undefined, access))
  await expect.poll(() => asked).toBe(most)
  expect((await post('/auth/register/', { ...newPerson(), type: 'register' })).status).toBe(201)
  const [payer] = students
  // It names no payment.
  const verified = Array.from({ length: 5 }, async () => post(`/payment/payment-verify/${batchId}/`, {}, payer?.access))
  expect((await Promise.all(verified)).map(({ status }) => status)).toEqual([400, 400, 400, 400, 400])
  // No payment waits for long without an answer.
  const refused = await Promise.race(starts)
  expect([refused.status, ((await refused.json()) as ErrorBody).code]).toEqual([503, 'busy'])
  answer(Promise.reject(new Error('the provider hangs')) as never)
  await Promise.all(starts)
})
