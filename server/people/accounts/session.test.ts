import type { FastifyInstance } from 'fastify'
import { SignJWT, UnsecuredJWT } from 'jose'
import { expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { signAccessToken } from '#server/platform/auth/access-token.ts'

interface Tokens {
  access: string
  refresh: string
}

test('a refresh token stays valid until its successor is used', async () => {
  const shop = await createTestApp()
  const { refresh } = await signIn(shop)
  const first = (await shop.post('/token/refresh/', { refresh })).json<Tokens>()
  const repeated = (await shop.post('/token/refresh/', { refresh })).json<Tokens>()
  expect(first.refresh).not.toBe(refresh)
  expect(repeated.refresh).toBe(first.refresh)
  expect((await shop.get('/auth/profile/', repeated.access)).statusCode).toBe(200)
})

test('a replay ten seconds after the successor ends the family [SEC-016]', async () => {
  const shop = await createTestApp()
  const { refresh } = await signIn(shop)
  const second = (await shop.post('/token/refresh/', { refresh })).json<Tokens>()
  const third = (await shop.post('/token/refresh/', { refresh: second.refresh })).json<Tokens>()
  expect((await shop.post('/token/refresh/', { refresh })).statusCode).toBe(200)
  await shop.passTime('11 seconds')
  expect((await shop.post('/token/refresh/', { refresh })).statusCode).toBe(401)
  expect((await shop.post('/token/refresh/', { refresh: third.refresh })).statusCode).toBe(401)
  expect((await shop.get('/auth/profile/', third.access)).statusCode).toBe(401)
})

test('twenty refreshes at once answer one successor [SEC-016]', async () => {
  const shop = await createTestApp()
  const { refresh } = await signIn(shop)
  const answers = await Promise.all(Array.from({ length: 20 }, () => shop.post('/token/refresh/', { refresh })))
  expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]))
  expect(new Set(answers.map((answer) => answer.json<Tokens>().refresh)).size).toBe(1)
})

test('a session ends after seven idle days or thirty days', async () => {
  const shop = await createTestApp()
  const idle = await signIn(shop)
  await shop.passTime('7 days 1 minute')
  expect((await shop.post('/token/refresh/', { refresh: idle.refresh })).statusCode).toBe(401)
  const busy = await signIn(shop)
  let { refresh } = busy
  for (let week = 0; week < 5; week += 1) {
    await shop.passTime('6 days')
    const next = await shop.post('/token/refresh/', { refresh })
    if (week < 4) ({ refresh } = next.json<Tokens>())
    else expect(next.statusCode).toBe(401)
  }
})

test('logout ends both tokens at once and can be repeated [SEC-015]', async () => {
  const shop = await createTestApp()
  const { access, refresh } = await signIn(shop)
  expect((await shop.post('/auth/logout/', { refresh })).statusCode).toBe(200)
  expect((await shop.get('/auth/profile/', access)).statusCode).toBe(401)
  expect((await shop.post('/token/refresh/', { refresh })).statusCode).toBe(401)
  expect((await shop.post('/auth/logout/', { refresh })).statusCode).toBe(200)
})

test('rejects the next request of a disabled account [SEC-015]', async () => {
  const shop = await createTestApp()
  const { access, person } = await signIn(shop)
  await shop.db.query('update users set disabled_at = now() where email = $1', [person.email])
  expect((await shop.get('/auth/profile/', access)).statusCode).toBe(401)
})

test('rejects access tokens that the product did not sign', async () => {
  const shop = await createTestApp()
  const { access, refresh } = await signIn(shop)
  const payload = JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString()) as Record<string, string>
  const guessed = new TextEncoder().encode('an auth secret of the tests that is long enough to sign with')
  const [head = '', body = '', signature = ''] = access.split('.')
  const forged = [
    new UnsecuredJWT(payload).encode(),
    await new SignJWT(payload).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' }).sign(guessed),
    await new SignJWT(payload).setProtectedHeader({ alg: 'HS512', typ: 'at+jwt' }).sign(guessed),
    await new SignJWT(payload).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: '../../dev/null' }).sign(guessed),
    `${head}.${body}.`,
    `${head}.${body}.${signature.slice(0, -2)}`,
    `${head}.${Buffer.from(JSON.stringify({ ...payload, sub: '999' })).toString('base64url')}.${signature}`,
    refresh,
    'null',
  ]
  for (const token of forged) expect((await shop.get('/auth/profile/', token)).statusCode, token).toBe(401)
  expect((await shop.get('/auth/profile/', access)).statusCode).toBe(200)
})

test('access tokens expire after ten minutes [SEC-017]', async () => {
  const shop = await createTestApp()
  const { access, user } = await signIn(shop)
  const payload = Buffer.from(access.split('.')[1] ?? '', 'base64url').toString()
  const { sid, iat, exp } = JSON.parse(payload) as { sid: string; iat: number; exp: number }
  expect(exp - iat).toBe(600)
  const issued = (secondsAgo: number) => signAccessToken(shop.deps, user.id, sid, iat - secondsAgo)
  expect((await shop.get('/auth/profile/', await issued(540))).statusCode).toBe(200)
  expect((await shop.get('/auth/profile/', await issued(601))).statusCode).toBe(401)
})

test('tokens work when process clocks differ by 15 minutes [SEC-017]', async () => {
  const shop = await createTestApp()
  const minutes = (count: number) => () => new Date(Date.now() + count * 60_000)
  const apps = await Promise.all(
    [-15, 15].map((count) => buildApp({ ...shop.deps, clock: minutes(count) }).then((app) => ({ ...shop, app }))),
  )
  const profile = (app: FastifyInstance, access: string) =>
    app.inject({ url: '/api/auth/profile/', headers: { authorization: `Bearer ${access}` } })
  for (const issuer of apps) {
    const { refresh } = await signIn(shop)
    const answer = await issuer.app.inject({ method: 'POST', url: '/api/token/refresh/', payload: { refresh } })
    const { access } = answer.json<Tokens>()
    for (const { app } of apps) expect((await profile(app, access)).statusCode).toBe(200)
  }
  await Promise.all(apps.map(({ app }) => app.close()))
})

test('a refresh in step with the owner ends the family [SEC-016]', async () => {
  const shop = await createTestApp()
  const { refresh: first } = await signIn(shop)
  const next = async (refresh: string) => (await shop.post('/token/refresh/', { refresh })).json<Tokens>()
  const second = await next(first)
  await shop.passTime('10 minutes')
  const third = await next(second.refresh)
  // The thief took the second token and presents it before the owner presents the third one.
  await shop.passTime('61 seconds')
  expect((await shop.post('/token/refresh/', { refresh: second.refresh })).statusCode).toBe(401)
  expect((await shop.post('/token/refresh/', { refresh: third.refresh })).statusCode).toBe(401)
  expect((await shop.get('/auth/profile/', third.access)).statusCode).toBe(401)
})

test('a client can repeat its refresh within a minute [SEC-016]', async () => {
  const shop = await createTestApp()
  const { refresh: first } = await signIn(shop)
  const second = (await shop.post('/token/refresh/', { refresh: first })).json<Tokens>()
  await shop.passTime('10 minutes')
  const missed = (await shop.post('/token/refresh/', { refresh: second.refresh })).json<Tokens>()
  await shop.passTime('50 seconds')
  const repeated = await shop.post('/token/refresh/', { refresh: second.refresh })
  expect([repeated.statusCode, repeated.json<Tokens>().refresh]).toEqual([200, missed.refresh])
})

test('a client without rotation refreshes with one token for days [SEC-016]', async () => {
  const shop = await createTestApp()
  const { refresh } = await signIn(shop)
  for (let day = 0; day < 5; day += 1) {
    expect((await shop.post('/token/refresh/', { refresh })).statusCode).toBe(200)
    await shop.passTime('1 day')
  }
})
