import { expect, onTestFinished, test, vi } from 'vitest'
import type { EnteredClass } from '#contract/classes/live-class.ts'
import type { SessionRecord } from '#contract/classes/staff/sessions.ts'
import { MediaPeer } from '#classroom/synthetic/media-peer.ts'
import { killEngines, runningEngines, startEngines } from '#tests/classroom/engines-of-test.ts'
import { type ClassShop, createClassShop, february } from '#tests/school/class-shop.ts'
import { endPlaces } from '#tests/school/places.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { signClassToken } from './class-token.ts'
import { endClass } from './moderate.ts'

const open = february('03', '13:50')

/** A batch whose classes are held in the product, with one student, and another student without a place. */
async function createShop(engines = 1) {
  const shop = await createClassShop()
  await shop.holdIn('builtin')
  const [mine, other] = [await signIn(shop), await signIn(shop)]
  await shop.enrolUser(mine.user.id)
  const first = await shop.nth(1)
  if (engines > 0) await startEngines(shop)
  await shop.setClock(open)
  const teacher = shop.asStaff('instructor', shop.instructor).authorization
  const enter = async (authorization: string, sessionId = first.id) =>
    shop.app.inject({ method: 'POST', url: `/api/classroom/${sessionId}/enter/`, headers: { authorization } })
  const student = `Bearer ${mine.access}`
  return { shop, mine, other: `Bearer ${other.access}`, first, teacher, student, enter }
}

/** Sends an offer of a synthetic browser, and waits for its line. */
async function connect(shop: ClassShop, peer: MediaPeer, url: string, token: string) {
  onTestFinished(() => peer.close())
  const answer = await sendOffer(shop, url, token, await peer.offer())
  if (answer.statusCode === 201) {
    peer.accept(answer.body)
    await vi.waitUntil(() => peer.isOpen)
  }
  return answer
}

const sendOffer = (shop: ClassShop, url: string, token: string, payload: string, type = 'application/sdp') =>
  shop.app.inject({ method: 'POST', url, headers: { authorization: `Bearer ${token}`, 'content-type': type }, payload })

const pictures = (peer: MediaPeer) => peer.received.filter(({ kind }) => kind === 'video').length

/** Lets a teacher send pictures until the test has seen what it waits for. */
async function sendUntil(teacher: MediaPeer, done: () => boolean | Promise<boolean>) {
  let sequence = 0
  await vi.waitUntil(
    async () => {
      teacher.send('video', { sequence, timestamp: sequence * 3000, keyFrame: sequence % 5 === 0 })
      sequence += 1
      return done()
    },
    { interval: 10, timeout: 10_000 },
  )
}

test('a teacher sends and a student of the batch watches', async () => {
  const { shop, first, teacher, student, enter } = await createShop()
  const host = (await enter(teacher)).json<EnteredClass>()
  expect(host).toMatchObject({ role: 'host', whip_url: `/api/classroom/${first.id}/whip/`, sources: [] })
  const sender = new MediaPeer('SendOnly')
  const published = await connect(shop, sender, `${host.whip_url}camera/`, host.token)
  expect([published.statusCode, published.headers['content-type']]).toEqual([201, 'application/sdp'])
  const seat = (await enter(student)).json<EnteredClass>()
  expect(seat).toMatchObject({ role: 'participant', whip_url: null, capabilities: { camera: false } })
  const viewer = new MediaPeer('RecvOnly')
  const watched = await connect(shop, viewer, `${seat.whep_url}?source=camera&layer=high`, seat.token)
  await sendUntil(sender, () => pictures(viewer) > 5)
  expect((await enter(student)).json<EnteredClass>().sources).toEqual([{ source: 'camera', layers: ['high'] }])
  const location = String(watched.headers.location)
  const headers = { authorization: `Bearer ${seat.token}` }
  expect((await shop.app.inject({ method: 'PUT', url: `${location}layer/?layer=low`, headers })).statusCode).toBe(204)
  expect((await shop.app.inject({ method: 'PATCH', url: location, headers })).statusCode).toBe(405)
  expect((await shop.app.inject({ method: 'DELETE', url: location, headers })).statusCode).toBe(204)
  expect((await shop.app.inject({ method: 'DELETE', url: location, headers })).statusCode).toBe(404)
})

test('strangers, early visitors and late ones do not enter', async () => {
  const { shop, other, student, enter, first } = await createShop()
  expect((await shop.app.inject({ method: 'POST', url: `/api/classroom/${first.id}/enter/` })).statusCode).toBe(401)
  expect((await enter(other)).statusCode).toBe(404)
  await shop.setClock('2031-02-03T13:44:58Z')
  expect((await enter(student)).json()).toMatchObject({ code: 'class_not_open' })
  await shop.setClock('2031-02-03T15:30:00Z')
  const over = await enter(student)
  expect([over.statusCode, over.json()]).toMatchObject([410, { code: 'class_over' }])
})

test('a class with a link is not entered here', async () => {
  const { shop, student, enter } = await createShop()
  await shop.holdIn('link')
  expect((await enter(student)).statusCode).toBe(404)
})

test('a class that is on the air may run over', async () => {
  const { shop, teacher, student, other, enter } = await createShop()
  const host = (await enter(teacher)).json<EnteredClass>()
  const sender = new MediaPeer('SendOnly')
  await connect(shop, sender, `${host.whip_url}camera/`, host.token)
  await sendUntil(sender, async () => (await enter(student)).json<EnteredClass>().sources.length > 0)
  await shop.setClock('2031-02-03T15:40:00Z')
  expect((await enter(student)).statusCode).toBe(200)
  expect((await enter(other)).statusCode).toBe(404)
  await shop.setClock('2031-02-03T16:00:00Z')
  expect((await enter(student)).statusCode).toBe(410)
})

test('tokens open what they name and nothing else', async () => {
  const { shop, teacher, student, enter, first, mine } = await createShop()
  const [host, seat] = [(await enter(teacher)).json<EnteredClass>(), (await enter(student)).json<EnteredClass>()]
  const sdp = await new MediaPeer('SendOnly').offer()
  const whip = `/api/classroom/${first.id}/whip/camera/`
  const status = async (url: string, token: string) => (await sendOffer(shop, url, token, sdp)).statusCode
  expect(await status(whip, '')).toBe(401)
  expect(await status(whip, 'a.b.c')).toBe(401)
  expect(await status(whip, mine.access)).toBe(401)
  expect(await status(whip, seat.token)).toBe(403)
  const second = await shop.nth(2)
  expect(await status(`/api/classroom/${second.id}/whip/camera/`, host.token)).toBe(404)
  expect(await status(`/api/classroom/${first.id}/whip/voice-student-1/`, host.token)).toBe(403)
  expect(await status(`/api/classroom/${first.id}/whip/window/`, host.token)).toBe(400)
  const [engine] = await runningEngines(shop)
  const forged = { sessionId: first.id, person: shop.instructor.email, role: 'host' as const, engineId: engine?.id ?? '' }
  const sign = (more: object) => signClassToken(shop.deps.config, { ...forged, expiresAt: 2_000_000_000, ...more })
  expect(await status(whip, await sign({}))).toBe(404)
  const person = host.person.id
  expect(await status(whip, await sign({ person, engineId: '00000000-0000-4000-8000-000000000000' }))).toBe(409)
  expect(await status(whip, await sign({ person, expiresAt: Date.parse(open) / 1000 - 1 }))).toBe(401)
  const foreign = { authSecrets: ['another secret that is long enough to sign with'] }
  expect(await status(whip, await signClassToken(foreign, { ...forged, person, expiresAt: 2_000_000_000 }))).toBe(401)
  expect(await status(whip, await sign({ person }))).toBe(201)
})

test.each([
  ['without a body', '', 'application/sdp', 400],
  ['of another kind', '{}', 'application/json', 415],
  ['that is no offer', 'hello', 'application/sdp', 400],
  ['that is too large', 'v=0\r\n'.repeat(20_000), 'application/sdp', 413],
])('an offer %s is refused', async (_what, sdp, type, status) => {
  const { shop, student, enter } = await createShop()
  const seat = (await enter(student)).json<EnteredClass>()
  expect((await sendOffer(shop, `${seat.whep_url}?source=camera`, seat.token, sdp, type)).statusCode).toBe(status)
})

test('a student whose place ends is off within two seconds', async () => {
  const { shop, mine, teacher, student, enter } = await createShop()
  const [host, seat] = [(await enter(teacher)).json<EnteredClass>(), (await enter(student)).json<EnteredClass>()]
  const [sender, viewer] = [new MediaPeer('SendOnly'), new MediaPeer('RecvOnly')]
  await connect(shop, sender, `${host.whip_url}camera/`, host.token)
  await connect(shop, viewer, `${seat.whep_url}?source=camera`, seat.token)
  await sendUntil(sender, () => pictures(viewer) > 0)
  await endPlaces(shop.db, mine.user.id)
  let got = pictures(viewer)
  // Ends when half a second brings nothing more.
  let quiet = 0
  await sendUntil(sender, () => {
    quiet = pictures(viewer) === got ? quiet + 1 : 0
    got = pictures(viewer)
    return quiet > 50
  })
  expect(
    (await sendOffer(shop, `${seat.whep_url}?source=camera`, seat.token, await new MediaPeer('RecvOnly').offer())).statusCode,
  ).toBe(404)
})

test('a class whose engine is killed goes on in another', async () => {
  const { shop, teacher, student, enter } = await createShop()
  const before = (await enter(student)).json<EnteredClass>()
  killEngines()
  const late = await sendOffer(shop, `${before.whep_url}?source=camera`, before.token, await new MediaPeer('RecvOnly').offer())
  expect([409, 503]).toContain(late.statusCode)
  await vi.waitUntil(async () => (await enter(student)).statusCode === 200)
  const host = (await enter(teacher)).json<EnteredClass>()
  const after = (await enter(student)).json<EnteredClass>()
  const [sender, viewer] = [new MediaPeer('SendOnly'), new MediaPeer('RecvOnly')]
  await connect(shop, sender, `${host.whip_url}camera/`, host.token)
  await connect(shop, viewer, `${after.whep_url}?source=camera`, after.token)
  await sendUntil(sender, () => pictures(viewer) > 0)
})

test('a class without an engine says when to try again', async () => {
  const { enter, student } = await createShop(0)
  const answer = await enter(student)
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2'])
})

test('people who enter at once get one engine', async () => {
  const { shop, teacher, student, enter } = await createShop()
  await startEngines(shop)
  await vi.waitUntil(async () => (await runningEngines(shop)).length === 2)
  const engines = await Promise.all([teacher, student, teacher, student].map(async (who) => (await enter(who)).statusCode))
  expect(engines).toEqual([200, 200, 200, 200])
  expect((await shop.db.query('select distinct engine_id from classroom_meetings where engine_id is not null')).rowCount).toBe(1)
})

test('a student with the microphone sends the own voice alone', async () => {
  const { shop, student, enter, mine, first } = await createShop()
  const seat = (await enter(student)).json<EnteredClass>()
  const whip = `/api/classroom/${first.id}/whip/`
  const own = `voice-student-${mine.user.id}`
  const sdp = await new MediaPeer('SendOnly', ['audio']).offer()
  const status = async (source: string) => (await sendOffer(shop, `${whip}${source}/`, seat.token, sdp)).statusCode
  expect(await status(own)).toBe(403)
  await shop.db.query('update class_people set voice_at = now() where user_id = $1', [mine.user.id])
  expect((await enter(student)).json<EnteredClass>().whip_url).toBe(whip)
  expect(await status(own)).toBe(201)
  expect([await status('voice-student-999'), await status('camera'), await status('voice-staff-1')]).toEqual([403, 403, 403])
})

test('a student sends the screen for as long as allowed', async () => {
  const { shop, mine, first, teacher, student, enter } = await createShop()
  const host = (await enter(teacher)).json<EnteredClass>()
  const before = (await enter(student)).json<EnteredClass>()
  const [offer, replacing] = [await new MediaPeer('SendOnly').offer(), new MediaPeer('SendOnly')]
  const path = `/api/classroom/${first.id}/whip/screen/`
  expect((await sendOffer(shop, path, before.token, offer)).statusCode).toBe(403)
  await shop.db.query('update class_people set screen_at = app_now() where user_id = $1', [mine.user.id])
  const seat = (await enter(student)).json<EnteredClass>()
  expect(seat).toMatchObject({ whip_url: `/api/classroom/${first.id}/whip/`, capabilities: { camera: false, screen: true } })
  const screen = new MediaPeer('SendOnly')
  const shown = await connect(shop, screen, path, seat.token)
  expect(shown.statusCode).toBe(201)
  expect((await sendOffer(shop, path.replace('screen', 'camera'), seat.token, offer)).statusCode).toBe(403)
  // The teacher who shares takes the stage back.
  expect((await connect(shop, replacing, path, host.token)).statusCode).toBe(201)
  const again = { url: String(shown.headers.location), headers: { authorization: `Bearer ${seat.token}` } }
  expect((await shop.app.inject({ method: 'DELETE', ...again })).statusCode).toBe(404)
  expect((await sendOffer(shop, path, seat.token, offer)).statusCode).toBe(403)
  expect(replacing.isOpen).toBe(true)
})

test('only the demo makes a class that begins now', async () => {
  const { shop, teacher } = await createShop(0)
  const press = () =>
    shop.app.inject({ method: 'POST', url: '/api/staff/classroom/demo-class/', headers: { authorization: teacher } })
  expect((await press()).statusCode).toBe(404)
  shop.deps.config = { ...shop.deps.config, environment: 'demo' }
  // Between two classes of the batch.
  await shop.setClock(february('04', '10:00'))
  const [first, second] = [await press(), await press()]
  expect([first.statusCode, second.json()]).toEqual([200, first.json()])
  const { rows } = await shop.db.query(
    'select starts_at = app_now() or starts_at < app_now() as began, ends_at - starts_at as length from class_sessions where id = $1',
    [first.json<{ session_id: number }>().session_id],
  )
  expect(rows).toMatchObject([{ began: true, length: { minutes: 30 } }])
  await endClass(shop.deps, first.json<{ session_id: number }>().session_id)
  expect((await press()).json()).toEqual(first.json())
  expect((await shop.db.query('select 1 from live_classes where closed_at is not null')).rowCount).toBe(0)
  // A quarter of an hour before the class of the evening it is that class, and before that one that ends when it begins.
  await shop.setClock(february('05', '13:50'))
  expect((await press()).json()).toEqual({ session_id: (await shop.nth(3)).id })
  await shop.setClock(february('07', '13:40'))
  const short = (await press()).json<{ session_id: number }>()
  const { rows: times } = await shop.db.query('select ends_at from class_sessions where id = $1', [short.session_id])
  expect(times).toEqual([{ ends_at: new Date(february('07', '14:00')) }])
  const stranger = shop.asStaff('instructor', { id: 999 }).authorization
  const refused = await shop.app.inject({
    method: 'POST',
    url: '/api/staff/classroom/demo-class/',
    headers: { authorization: stranger },
  })
  expect(refused.json()).toMatchObject({ code: 'no_running_batch' })
})

test('a class held here is entered despite a link', async () => {
  const { shop, student, enter, first } = await createShop()
  await shop.holdIn('link')
  const held = await shop.call('PATCH', `sessions/${first.id}/`, {
    body: { classroom_provider: 'builtin' },
    version: first.version,
  })
  expect([held.status, held.as<SessionRecord>()]).toMatchObject([200, { classroom_provider: 'builtin', edited: true }])
  expect((await enter(student)).statusCode).toBe(200)
  const { version } = held.as<SessionRecord>()
  expect((await shop.call('PATCH', `sessions/${first.id}/`, { body: { classroom_provider: null }, version })).status).toBe(200)
  expect((await enter(student)).statusCode).toBe(404)
})
