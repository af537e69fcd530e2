import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type EngineProcess, startEngine } from '#classroom/synthetic/engine-process.ts'
import { type LossyLine, openLossyLine } from '#tests/classroom/lossy-line.ts'
import { MediaPeer } from '#classroom/synthetic/media-peer.ts'

let engine: EngineProcess
let rooms = 0

beforeAll(async () => {
  engine = await startEngine()
})
afterAll(() => engine.stop())

/** A class of its own, with those who send and watch. */
function openRoom() {
  const room = `class-${(rooms += 1)}`
  // The system gives a closed port to another peer at once, and the engine would take it for the former for half a minute.
  onTestFinished(async () => void (await engine.call('DELETE', `/rooms/${room}`)))
  const connect = async (peer: MediaPeer, path: string, line?: LossyLine) => {
    onTestFinished(() => peer.close())
    const answer = await engine.call('POST', `/rooms/${room}/${path}`, await peer.offer())
    expect(answer.status).toBe(201)
    const sdp = await answer.text()
    peer.accept(line?.through(sdp) ?? sdp)
    await vi.waitUntil(() => peer.isOpen)
    return Object.assign(peer, { id: answer.headers.get('x-connection') ?? '' })
  }
  return {
    room,
    publish: (source = 'camera', person = 'staff-1') =>
      connect(new MediaPeer('SendOnly'), `publishers?source=${source}&person=${person}`),
    watch: (source = 'camera', layer = 'auto', person = 'student-1', line?: LossyLine) =>
      connect(new MediaPeer('RecvOnly'), `viewers?source=${source}&layer=${layer}&person=${person}`, line),
    people: async () => (await engine.state()).rooms.find((one) => one.room === room)?.people ?? [],
  }
}

/** Sends a picture until the viewers have what the test waits for. */
async function sendUntil(teacher: MediaPeer, from: number, done: () => boolean): Promise<number> {
  let sequence = from
  await vi.waitUntil(
    () => {
      teacher.send('video', { sequence, timestamp: sequence * 3000, keyFrame: sequence % 5 === 0 })
      sequence += 1
      return done()
    },
    { interval: 10, timeout: 10_000 },
  )
  return sequence
}

const videoOf = (peer: MediaPeer) => peer.received.filter(({ kind }) => kind === 'video')
const inOrder = (peer: MediaPeer) =>
  videoOf(peer).map(({ sequence }, index, all) => (sequence - (all[0]?.sequence ?? 0) - index) & 0xffff)

test('a viewer gets sound and picture from the next key frame on', async () => {
  const { publish, watch } = openRoom()
  const [teacher, student] = [await publish(), await watch()]
  await sendUntil(teacher, 1, () => videoOf(student).length >= 10)
  expect(videoOf(student)[0]?.payload[1]).toBe(0)
  expect(new Set(inOrder(student))).toEqual(new Set([0]))
  teacher.send('audio', { sequence: 7, timestamp: 960 })
  await vi.waitUntil(() => student.received.some(({ kind }) => kind === 'audio'))
})

test('a viewer who came first sees the teacher who comes', async () => {
  const { publish, watch } = openRoom()
  const student = await watch()
  const teacher = await publish()
  await sendUntil(teacher, 1, () => videoOf(student).length > 0)
})

test('a lost packet is sent again to whom it lacks', async () => {
  const { publish, watch } = openRoom()
  const line = await openLossyLine()
  onTestFinished(() => line.close())
  const [teacher, student] = [await publish(), await watch('camera', 'auto', 'student-1', line)]
  let next = await sendUntil(teacher, 1, () => videoOf(student).length >= 10)
  line.loses = () => line.lost() === 0
  next = await sendUntil(teacher, next, () => line.lost() === 1)
  await sendUntil(teacher, next, () => videoOf(student).length >= 30)
  const numbers = videoOf(student).map(({ sequence }) => sequence)
  const lacked = Array.from({ length: 30 }, (_, index) => ((numbers[0] ?? 0) + index) & 0xffff).find(
    (one) => !numbers.includes(one),
  )
  student.askAgain('video', videoOf(student)[0]?.ssrc ?? 0, [lacked ?? -1])
  await vi.waitUntil(() => videoOf(student).some(({ sequence }) => sequence === lacked))
})

test('the engine asks a teacher for what did not arrive', async () => {
  const { publish, watch } = openRoom()
  const [teacher, student] = [await publish(), await watch()]
  const next = await sendUntil(teacher, 1, () => videoOf(student).length > 0)
  teacher.send('video', { sequence: next + 2, timestamp: 0 })
  await vi.waitUntil(() => teacher.messages.some((message) => message.kind === 'nack' && message.sequences.includes(next + 1)))
  teacher.send('video', { sequence: next + 1, timestamp: 0 })
  teacher.send('video', { sequence: next, timestamp: 0 })
  await vi.waitUntil(() => new Set(videoOf(student).map(({ payload }) => payload.readUInt32BE(2))).has(next))
})

test('viewers who ask for a key frame at once cost the teacher one', async () => {
  const { publish, watch } = openRoom()
  const teacher = await publish()
  const students = await Promise.all(['student-1', 'student-2', 'student-3'].map((person) => watch('camera', 'auto', person)))
  await sendUntil(teacher, 1, () => students.every((student) => videoOf(student).length > 0))
  const asked = () => teacher.messages.filter(({ kind }) => kind === 'key-frame').length
  const before = asked()
  for (let round = 0; round < 20; round += 1)
    for (const student of students) student.askForKeyFrame(videoOf(student)[0]?.ssrc ?? 0)
  await vi.waitUntil(() => asked() > before)
  expect(asked() - before).toBeLessThanOrEqual(2)
})

test('numbering goes on when a teacher rejoins', async () => {
  const { publish, watch } = openRoom()
  const student = await watch()
  const first = await publish()
  await sendUntil(first, 100, () => videoOf(student).length >= 10)
  const before = videoOf(student).length
  const second = await publish()
  await sendUntil(second, 40_000, () => videoOf(student).length >= before + 10)
  expect(new Set(inOrder(student))).toEqual(new Set([0]))
  expect(new Set(videoOf(student).map(({ ssrc }) => ssrc)).size).toBe(1)
  const times = videoOf(student).map(({ timestamp }) => timestamp)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
})

test('a viewer changes to the small picture at its key frame', async () => {
  const { room, publish, watch } = openRoom()
  const [large, small] = [await publish(), await publish('camera-low')]
  const student = await watch()
  let next = await sendUntil(large, 1, () => videoOf(student).length >= 5)
  await vi.waitUntil(async () => {
    small.send('video', { sequence: 1, timestamp: 0 })
    return (await engine.state()).rooms.find((one) => one.room === room)?.sources.includes('camera-low')
  })
  const changed = await engine.call('PATCH', `/rooms/${room}/connections/${student.id}?person=student-1&layer=low`)
  expect(changed.status).toBe(204)
  const before = videoOf(student).length
  // The large picture goes on until the small one has a key frame.
  next = await sendUntil(large, next, () => videoOf(student).length > before)
  await sendUntil(small, 50_000, () => videoOf(student).filter(({ payload }) => payload.readUInt32BE(2) >= 50_000).length >= 5)
  expect(new Set(inOrder(student))).toEqual(new Set([0]))
  expect((await engine.call('PATCH', `/rooms/${room}/connections/${student.id}?person=student-2&layer=low`)).status).toBe(404)
})

test('a person who is ended gets nothing more', async () => {
  const { room, publish, watch, people } = openRoom()
  const [teacher, student, other] = [await publish(), await watch(), await watch('camera', 'auto', 'student-2')]
  const next = await sendUntil(teacher, 1, () => videoOf(student).length > 0 && videoOf(other).length > 0)
  expect((await engine.call('DELETE', `/rooms/${room}?person=student-1`)).status).toBe(204)
  expect(await people()).toEqual(['staff-1', 'student-2'])
  const [got, before] = [videoOf(student).length, videoOf(other).length]
  await sendUntil(teacher, next, () => videoOf(other).length > before + 20)
  // What was on its way may still arrive.
  expect(videoOf(student).length - got).toBeLessThan(5)
  expect((await engine.call('DELETE', `/rooms/${room}?person=student-1`)).status).toBe(404)
})

test('a second connection of a person replaces the first', async () => {
  const { room, publish, watch, people } = openRoom()
  const teacher = await publish()
  const [first, second] = [await watch(), await watch()]
  await sendUntil(teacher, 1, () => videoOf(second).length >= 5)
  expect(videoOf(first)).toEqual([])
  expect(await people()).toEqual(['staff-1', 'student-1'])
  expect((await engine.call('DELETE', `/rooms/${room}/connections/${first.id}?person=student-1`)).status).toBe(404)
})

test('a person who opens too many connections loses the oldest', async () => {
  const { room, watch, people } = openRoom()
  const first = await watch()
  for (let number = 1; number <= 12; number += 1) await watch(`voice-student-${number + 1}`)
  expect((await engine.call('DELETE', `/rooms/${room}/connections/${first.id}?person=student-1`)).status).toBe(404)
  expect(await people()).toEqual(['student-1'])
})

test('a full engine refuses the next viewer and keeps the others', async () => {
  const small = await startEngine(1)
  onTestFinished(() => small.stop())
  const offer = async () => {
    const peer = new MediaPeer('RecvOnly')
    onTestFinished(() => peer.close())
    return peer.offer()
  }
  const watch = async (person: string, source: string) =>
    small.call('POST', `/rooms/a/viewers?source=${source}&layer=auto&person=${person}`, await offer())
  expect((await watch('student-1', 'camera')).status).toBe(201)
  // The screen is no second viewer.
  expect((await watch('student-1', 'screen')).status).toBe(201)
  const refused = await watch('student-2', 'camera')
  expect([refused.status, await refused.json()]).toEqual([503, { code: 'full' }])
  expect((await small.state()).viewers).toBe(1)
})

test.each([
  ['nothing', ''],
  ['no session', 'hello'],
  ['a session without media', 'v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\n'],
  ['half an offer', 'v=0\r\nm=video 9 UDP/TLS/RTP/SAVPF 96\r\na=mid:0\r\na=rtpmap:96 VP8/90000\r\na=recvonly\r\n'],
  ['a very long one', `v=0\r\n${'a=x\r\n'.repeat(10_000)}`],
])('%s is refused and harms nothing', async (_what, sdp) => {
  const { room } = openRoom()
  const answer = await engine.call('POST', `/rooms/${room}/viewers?source=camera&layer=auto&person=student-1`, sdp)
  expect(answer.status).toBe(400)
  expect((await engine.state()).rooms.map((one) => one.room)).not.toContain(room)
})

test.each([
  { what: 'an IPv6 address', addresses: { bind: '::1' }, from: ['::1'], told: ['::1'] },
  {
    what: 'two public addresses',
    addresses: { public: ['127.0.0.1', '::1'] },
    from: ['127.0.0.1', '::1'],
    told: ['127.0.0.1', '::1'],
  },
])('an engine is reached by $what', async ({ addresses, from, told }) => {
  const own = await startEngine(10, addresses)
  onTestFinished(() => own.stop())
  for (const address of from) {
    const viewer = new MediaPeer('RecvOnly', ['video'], address)
    onTestFinished(() => viewer.close())
    const answer = await own.call('POST', `/rooms/1/viewers?source=camera&layer=auto&person=student-1`, await viewer.offer())
    const sdp = await answer.text()
    expect([...sdp.matchAll(/^a=candidate:\S+ 1 UDP \d+ (\S+) \d+ typ host/gm)].map(([, ip]) => ip)).toEqual(told)
    viewer.accept(sdp)
    await vi.waitUntil(() => viewer.isOpen)
  }
})

test('who lacks the secret is refused', async () => {
  expect((await engine.call('GET', '/state', undefined, 'Bearer wrong')).status).toBe(401)
  expect((await engine.call('POST', '/rooms/a/publishers?source=camera&person=staff-1', '', 'Bearer wrong')).status).toBe(401)
})
