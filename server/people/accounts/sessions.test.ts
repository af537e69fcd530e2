import { expect, test } from 'vitest'
import type { ActiveSession, SignedIn } from '#contract/people/accounts.ts'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'
import { codeSentTo, newPerson, signIn } from '#tests/school/sign-in.ts'

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36'

async function enter(shop: TestApp, email: string, userAgent: string): Promise<SignedIn> {
  await shop.passTime('61 seconds')
  await shop.post('/auth/login/', { email })
  const answer = await shop.app.inject({
    method: 'POST',
    url: `/api/auth/verify-otp/?email=${email}`,
    headers: { 'user-agent': userAgent },
    payload: { otp: await codeSentTo(shop, email) },
  })
  return answer.json<SignedIn>()
}
const sessionsOf = async (shop: TestApp, access: string) =>
  (await shop.get('/auth/sessions/', access)).json<{ sessions: ActiveSession[] }>().sessions

test('lists only the sessions of the student, the current one first', async () => {
  const shop = await createTestApp()
  const { access, person } = await signIn(shop)
  await signIn(shop)
  const other = await enter(shop, person.email, windows)
  const sessions = await sessionsOf(shop, access)
  expect(sessions.map(({ device, kind, current }) => [device, kind, current])).toEqual([
    ['Unknown device', 'unknown', true],
    ['Chrome on Windows', 'computer', false],
  ])
  expect((await sessionsOf(shop, other.access)).map(({ current }) => current)).toEqual([true, false])
})

test('a refresh updates last seen and reading does not', async () => {
  const shop = await createTestApp()
  const { access, refresh } = await signIn(shop)
  const [before] = await sessionsOf(shop, access)
  await shop.passTime('5 minutes')
  await shop.get('/auth/profile/', access)
  expect((await sessionsOf(shop, access))[0]?.last_seen_at).toBe(before?.last_seen_at)
  await shop.post('/token/refresh/', { refresh })
  const [after] = await sessionsOf(shop, access)
  expect(Date.parse(after?.last_seen_at ?? '') - Date.parse(before?.last_seen_at ?? '')).toBeGreaterThanOrEqual(300_000)
})

test('ending one session rejects its tokens and leaves the others', async () => {
  const shop = await createTestApp()
  const { access, person } = await signIn(shop)
  const ended = await enter(shop, person.email, windows)
  const id = (await sessionsOf(shop, access)).find(({ current }) => !current)?.id ?? ''
  expect((await shop.post(`/auth/sessions/${id}/end/`, undefined, access)).statusCode).toBe(200)
  expect((await shop.get('/auth/profile/', ended.access)).statusCode).toBe(401)
  expect((await shop.post('/token/refresh/', { refresh: ended.refresh })).statusCode).toBe(401)
  expect(await sessionsOf(shop, access)).toHaveLength(1)
  expect((await shop.post(`/auth/sessions/${id}/end/`, undefined, access)).statusCode).toBe(404)
})

test("answers 404 for ending another student's session", async () => {
  const shop = await createTestApp()
  const [owner, stranger] = [await signIn(shop), await signIn(shop)]
  const [session] = await sessionsOf(shop, owner.access)
  const answer = await shop.post(`/auth/sessions/${session?.id}/end/`, undefined, stranger.access)
  expect(answer.statusCode).toBe(404)
  expect((await shop.get('/auth/profile/', owner.access)).statusCode).toBe(200)
  expect((await shop.post('/auth/sessions/1/end/', undefined, owner.access)).statusCode).toBe(400)
})

test('logging out everywhere ends all sessions of only this student', async () => {
  const shop = await createTestApp()
  const { access, person } = await signIn(shop)
  const other = await enter(shop, person.email, windows)
  const stranger = await signIn(shop)
  expect((await shop.post('/auth/sessions/end-all/', undefined, access)).statusCode).toBe(200)
  for (const token of [access, other.access]) expect((await shop.get('/auth/profile/', token)).statusCode).toBe(401)
  expect((await shop.get('/auth/profile/', stranger.access)).statusCode).toBe(200)
})

test('hides expired sessions and shows a forged device as unknown', async () => {
  const shop = await createTestApp()
  const person = newPerson()
  await signIn(shop, person)
  await shop.passTime('7 days 1 minute')
  const { access } = await enter(shop, person.email, `<script>alert(1)</script>${'x'.repeat(5000)}`)
  expect((await sessionsOf(shop, access)).map(({ device }) => device)).toEqual(['Unknown device'])
})
