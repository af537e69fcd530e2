import { expect, test } from 'vitest'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { addStaff, cookieOf, enterConsole, totpCode, withCookie } from '#tests/school/staff.ts'
import { writeRefreshCookie } from './refresh-cookie.ts'

test('refresh rotates the cookie, and logout ends the session at once [SEC-126]', async () => {
  const shop = await createTestApp()
  const { access, cookie, staff } = await enterConsole(shop, await addStaff(shop, 'content'))
  const refreshed = await withCookie(shop, 'refresh', cookie)
  expect(refreshed.json()).toMatchObject({ staff })
  expect(cookieOf(refreshed)).not.toBe(cookie)
  expect((await shop.get('/staff/companies/', access)).statusCode).toBe(200)
  const out = await withCookie(shop, 'logout', cookieOf(refreshed))
  expect([out.statusCode, String(out.headers['set-cookie'])]).toEqual([200, expect.stringMatching(/^staff_refresh=; Max-Age=0;/)])
  expect((await shop.get('/staff/companies/', access)).statusCode).toBe(401)
  expect((await withCookie(shop, 'refresh', cookieOf(refreshed))).statusCode).toBe(401)
  expect((await withCookie(shop, 'logout', 'staff_refresh=nothing')).statusCode).toBe(200)
})

test('the cookie is invisible to scripts and to other sites [SEC-126]', async () => {
  const shop = await createTestApp()
  const { config } = shop.deps
  const attributes = (publicUrl: string) =>
    writeRefreshCookie({ config: { ...config, publicUrl } }, 'a'.repeat(43))
      .split('; ')
      .toSorted()
  const shared = ['HttpOnly', 'Max-Age=28800', 'Path=/', 'SameSite=Strict']
  expect(attributes('http://127.0.0.1:3000')).toEqual([...shared, `staff_refresh=${'a'.repeat(43)}`])
  expect(attributes('https://school.example')).toEqual([...shared, 'Secure', `__Host-staff_refresh=${'a'.repeat(43)}`].toSorted())
})

test.each(['https://evil.example', 'http://127.0.0.1:3001', 'null', undefined])(
  'refresh and logout reject the origin %s [SEC-126]',
  async (origin) => {
    const shop = await createTestApp()
    const { cookie } = await enterConsole(shop, await addStaff(shop, 'content'))
    const headers = { cookie, ...(origin === undefined ? {} : { origin }) }
    for (const call of ['refresh', 'logout']) {
      const answer = await shop.app.inject({ method: 'POST', url: `/api/staff/auth/${call}/`, headers })
      expect([answer.statusCode, answer.headers['set-cookie']], call).toEqual([403, undefined])
    }
    expect((await withCookie(shop, 'refresh', cookie)).statusCode).toBe(200)
  },
)

test('twenty refreshes at once answer one successor [SEC-126]', async () => {
  const shop = await createTestApp()
  const { cookie } = await enterConsole(shop, await addStaff(shop, 'content'))
  const answers = await Promise.all(Array.from({ length: 20 }, () => withCookie(shop, 'refresh', cookie)))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(new Set(answers.map(cookieOf)).size).toBe(1)
})

test('a replay after the successor was used ends the session [SEC-126]', async () => {
  const shop = await createTestApp()
  const { cookie, access } = await enterConsole(shop, await addStaff(shop, 'content'))
  const second = cookieOf(await withCookie(shop, 'refresh', cookie))
  const third = cookieOf(await withCookie(shop, 'refresh', second))
  expect((await withCookie(shop, 'refresh', cookie)).statusCode).toBe(200)
  await shop.passTime('11 seconds')
  expect((await withCookie(shop, 'refresh', cookie)).statusCode).toBe(401)
  expect((await withCookie(shop, 'refresh', third)).statusCode).toBe(401)
  expect((await shop.get('/staff/companies/', access)).statusCode).toBe(401)
})

test('a session ends after eight idle hours or seven days [SEC-127]', async () => {
  const shop = await createTestApp()
  const member = await addStaff(shop, 'content')
  const idle = await enterConsole(shop, member)
  await shop.passTime('8 hours 1 minute')
  expect((await shop.get('/staff/companies/', idle.access)).statusCode).toBe(401)
  expect((await withCookie(shop, 'refresh', idle.cookie)).statusCode).toBe(401)
  let { cookie } = await enterConsole(shop, member)
  // 23 refreshes, each after seven hours and eighteen minutes, last just under seven days.
  for (let count = 0; count < 23; count += 1) {
    await shop.passTime('7 hours 18 minutes')
    const refreshed = await withCookie(shop, 'refresh', cookie)
    expect(refreshed.statusCode, String(count)).toBe(200)
    cookie = cookieOf(refreshed)
  }
  await shop.passTime('1 hour')
  expect((await withCookie(shop, 'refresh', cookie)).statusCode).toBe(401)
})

test('rejects the next request of a disabled account [SEC-127]', async () => {
  const shop = await createTestApp()
  const owner = await enterConsole(shop, await addStaff(shop, 'owner'))
  const { access, cookie, member } = await enterConsole(shop, await addStaff(shop, 'content'))
  const record = await shop.get(`/staff/staff/${member.id}/`, owner.access)
  const disabled = await shop.app.inject({
    method: 'POST',
    url: `/api/staff/staff/${member.id}/disable/`,
    headers: { authorization: `Bearer ${owner.access}`, 'if-match': String(record.headers['etag']) },
  })
  expect(disabled.json()).toMatchObject({ status: 'disabled' })
  expect((await shop.get('/staff/companies/', access)).statusCode).toBe(401)
  expect((await withCookie(shop, 'refresh', cookie)).statusCode).toBe(401)
})

test('lists the sessions of the caller and ends one', async () => {
  const shop = await createTestApp()
  const member = await addStaff(shop, 'support')
  const other = await enterConsole(shop, member)
  const { access } = await enterConsole(shop, member)
  const stranger = await enterConsole(shop, await addStaff(shop, 'support'))
  const list = async () =>
    (await shop.get('/staff/account/sessions/', access)).json<{ items: { id: string; current: boolean }[] }>().items
  const sessions = await list()
  expect(sessions).toMatchObject([{ current: true, device: 'Unknown device', network: '127.0.0.0/24' }, { current: false }])
  const end = (token: string) =>
    shop.app.inject({
      method: 'DELETE',
      url: `/api/staff/account/sessions/${sessions[1]?.id}/`,
      headers: { authorization: `Bearer ${token}` },
    })
  expect((await end(stranger.access)).statusCode).toBe(404)
  expect((await end(access)).statusCode).toBe(200)
  expect((await end(access)).statusCode).toBe(404)
  expect((await shop.get('/staff/account/', other.access)).statusCode).toBe(401)
  expect(await list()).toHaveLength(1)
})

test('a step-up lasts 15 minutes and comes before the body [SEC-128]', async () => {
  const shop = await createTestApp()
  const member = await addStaff(shop, 'owner')
  const { access, cookie } = await enterConsole(shop, member)
  const invite = (payload: string) =>
    shop.app.inject({
      method: 'POST',
      url: '/api/staff/staff/',
      payload,
      headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
    })
  expect((await invite('{')).statusCode).toBe(400)
  await shop.passTime('15 minutes 1 second')
  const asked = await invite('{')
  expect([asked.statusCode, asked.json<{ code: string }>().code]).toEqual([403, 'step_up_required'])
  // Reading asks for nothing, and a refresh is no second factor.
  expect((await shop.get('/staff/staff/', access)).statusCode).toBe(200)
  await withCookie(shop, 'refresh', cookie)
  expect((await invite('{')).statusCode).toBe(403)
  const stepped = await shop.post('/staff/auth/step-up/', { totp: await totpCode(shop, member) }, access)
  const { rows } = await shop.db.query<{ left: number }>(
    `select extract(epoch from $1::timestamptz - app_now())::float8 as left`,
    [stepped.json<{ stepped_up_until: string }>().stepped_up_until],
  )
  expect(Math.abs((rows[0]?.left ?? 0) - 900)).toBeLessThan(5)
  expect((await invite('{')).statusCode).toBe(400)
})

test('a recovery code replaces factors but is no step-up elsewhere [SEC-128]', async () => {
  const shop = await createTestApp()
  const member = await addStaff(shop, 'owner')
  const { access, cookie } = await enterConsole(shop, member)
  await shop.db.query(`update staff_sessions set factor = 'recovery' where staff_id = $1`, [member.id])
  expect((await shop.post('/staff/staff/', {}, access)).json()).toMatchObject({ code: 'step_up_required' })
  expect((await shop.post('/staff/account/totp/', {}, access)).statusCode).toBe(200)
  const given = await shop.post('/staff/auth/step-up/', { recovery: 'abcd-efgh-ijkl-mnop' }, access)
  expect([given.statusCode, given.json<{ code: string }>().code]).toEqual([400, 'invalid'])
  await shop.passTime('16 minutes')
  await withCookie(shop, 'refresh', cookie)
  expect((await shop.post('/staff/account/totp/', {}, access)).json()).toMatchObject({ code: 'step_up_required' })
})
