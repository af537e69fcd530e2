import { generateKeyPairSync } from 'node:crypto'
import { exportJWK, SignJWT, UnsecuredJWT } from 'jose'
import { expect, test } from 'vitest'
import { keysFor } from '#server/platform/secrets/secrets.ts'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { addressOf, endpoints } from './endpoints.ts'

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const decode = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>

async function tokenOf(shop: TestApp) {
  const { access, refresh } = await signIn(shop)
  const [head = '', body = '', signature = ''] = access.split('.')
  const [key] = keysFor(shop.deps.config.authSecrets, 'access-token')
  /** Signs changed claims with the right key. */
  const sign = (claims: object, header: object = {}) =>
    new SignJWT({ ...decode(body), ...claims }).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', ...header }).sign(key)
  return { access, refresh, head, body, signature, sign }
}

test('rejects a token with any changed, missing or foreign part [SEC-013]', async () => {
  const shop = await createTestApp()
  const { access, refresh, head, body, signature, sign } = await tokenOf(shop)
  const claims = decode(body)
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwk = await exportJWK(publicKey)
  const none = new UnsecuredJWT(claims).encode()
  const bad: Record<string, string> = {
    'alg none': none,
    'alg None with the right signature': `${encode({ alg: 'None', typ: 'at+jwt' })}.${body}.${signature}`,
    'no alg': `${encode({ typ: 'at+jwt' })}.${body}.${signature}`,
    'another HMAC': await sign({}, { alg: 'HS512' }),
    'a pair of keys': await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', typ: 'at+jwt' }).sign(privateKey),
    'its own key in jwk': await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', jwk }).sign(privateKey),
    'an empty signature': `${head}.${body}.`,
    'a shortened signature': `${head}.${body}.${signature.slice(0, -4)}`,
    'another body': `${head}.${encode({ ...claims, sub: '999' })}.${signature}`,
    'a kid': await sign({}, { kid: '../../../../dev/null' }),
    'a jku': await sign({}, { jku: 'https://evil.example/keys' }),
    'an x5u': await sign({}, { x5u: 'https://evil.example/chain' }),
    'a jwk': await sign({}, { jwk }),
    'a crit': await sign({}, { b64: true, crit: ['b64'] }),
    'another type': await sign({}, { typ: 'JWT' }),
    'another issuer': await sign({ iss: 'somebody' }),
    'another audience': await sign({ aud: 'somebody' }),
    'no audience': await sign({ aud: undefined }),
    'no session': await sign({ sid: undefined }),
    'no subject': await sign({ sub: undefined }),
    'no expiry': await sign({ exp: undefined }),
    'an expired token': await sign({ exp: Math.floor(Date.now() / 1000) - 1 }),
    'a session id that is no UUID': await sign({ sid: "' or 1=1 --" }),
    'an unknown session': await sign({ sid: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff' }),
    'a refresh token': refresh,
    'five parts': `${access}.a.b`,
    'a line break': `${access}\u2028`,
  }
  expect((await shop.get('/auth/profile/', await sign({}))).statusCode).toBe(200)
  for (const [name, token] of Object.entries(bad)) {
    const answer = await shop.app.inject({ url: '/api/auth/profile/', headers: { authorization: `Bearer ${token}` } })
    expect(answer.statusCode, name).toBe(401)
    expect(answer.json(), name).toMatchObject({ code: 'unauthenticated' })
  }
})

test('accepts a token only as a bearer in the header [SEC-014]', async () => {
  const shop = await createTestApp()
  const { access } = await tokenOf(shop)
  const ask = (headers: Record<string, string>, url = '/api/auth/profile/') => shop.app.inject({ url, headers })
  expect((await ask({ authorization: `Bearer ${access}` })).statusCode).toBe(200)
  for (const answer of [
    await ask({}, `/api/auth/profile/?access_token=${access}`),
    await ask({ cookie: `accessToken=${access}` }),
    await ask({ authorization: access }),
    await ask({ authorization: `Basic ${access}` }),
    await ask({ authorization: `Bearer ${access}, Bearer ${access}` }),
    await ask({ 'x-access-token': access }),
  ]) {
    expect(answer.statusCode).toBe(401)
  }
})

test('an access token can neither refresh nor log out a session [SEC-014]', async () => {
  const shop = await createTestApp()
  const { access } = await tokenOf(shop)
  expect((await shop.post('/token/refresh/', { refresh: access })).statusCode).toBe(400)
  await shop.post('/auth/logout/', { refresh: access })
  expect((await shop.get('/auth/profile/', access)).statusCode).toBe(200)
})

test("answers 404 for another student's room [SEC-031]", async () => {
  const shop = await createTestApp()
  const [mine, other] = [await signIn(shop), await signIn(shop)]
  const { courseId, batchId } = await sellCourse(shop.db)
  await shop.db.query('insert into enrolments (user_id, batch_id, created_at) values ($1, $2, app_now())', [
    mine.user.id,
    batchId,
  ])
  const path = `/enrolled-courses/${courseId}/`
  const own = (await shop.get(path, mine.access)).body
  expect(own).toContain('/join/')
  expect(own).not.toContain('classroom.example')
  const [refused, anonymous] = [await shop.get(path, other.access), await shop.get(path)]
  expect([refused.statusCode, anonymous.statusCode]).toEqual([404, 401])
  for (const { body } of [refused, anonymous, await shop.get(`/courses/${courseId}/`, other.access)]) {
    expect(body).not.toMatch(/classroom\.example|\/join\//)
  }
})

test('student endpoints require a token and answer with no-store [SEC-030]', async () => {
  const shop = await createTestApp()
  const { access: token } = await signIn(shop)
  const asked = ['student', 'student-or-staff', 'attendee']
  const calls = endpoints.filter(({ access }) => typeof access === 'string' && asked.includes(access))
  for (const endpoint of calls) {
    const ask = { method: endpoint.method, url: addressOf(endpoint), payload: endpoint.example.body as object }
    const anonymous = await shop.app.inject(ask)
    expect(anonymous.statusCode, endpoint.name).toBe(401)
    // Validation comes after authentication, so an anonymous caller learns nothing about the body.
    expect((await shop.app.inject({ ...ask, payload: { nonsense: 1 } })).statusCode, endpoint.name).toBe(401)
    const headers = { authorization: `Bearer ${token}` }
    if (endpoint.method === 'GET') {
      const answer = await shop.app.inject({ method: 'GET', url: ask.url, headers })
      expect(answer.headers['cache-control'], endpoint.name).toBe('no-store')
    }
    expect(anonymous.headers['cache-control'], endpoint.name).toBe('no-store')
  }
  expect(calls.length).toBeGreaterThan(12)
})
