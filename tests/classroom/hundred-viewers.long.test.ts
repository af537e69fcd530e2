import { expect, onTestFinished, test, vi } from 'vitest'
import type { EnteredClass } from '#contract/classes/live-class.ts'
import { MediaPeer } from '#classroom/synthetic/media-peer.ts'
import { cpuSeconds, memoryMegabytes } from '#classroom/synthetic/process-cost.ts'
import { sendSteadily } from '#classroom/synthetic/send-steadily.ts'
import { classTokenLifetime, signClassToken } from '#server/classes/live/class-token.ts'
import { findEngine } from '#server/classes/classroom/engine/pin-engine.ts'
import { type ClassShop, createClassShop, february } from '#tests/school/class-shop.ts'
import { killEngines, pidsOfEngines, startEngines } from './engines-of-test.ts'

const viewers = 100
/** Minutes of class. The engine is killed in their middle. */
const minutes = Number(process.env.CLASSROOM_MINUTES ?? 5)
const half = (minutes * 60_000) / 2
/** Milliseconds without a packet after which a browser's page comes back. */
const silence = 2000

/** A student's page without a picture: it watches, and comes back when nothing arrives. */
class Watcher {
  #peer: MediaPeer | undefined
  /** When the last packet came, and when the last offer was made. */
  #lastAt = 0
  #triedAt = Number.POSITIVE_INFINITY
  #seen = 0
  #connecting = false
  #closed = false
  /** Milliseconds from the offer to the first packet. */
  first = 0
  /** The longest time without a packet, in milliseconds. */
  longest = 0

  /** @param offer sends an offer and returns the answer, or undefined when there is no engine yet */
  readonly #offer: (sdp: string) => Promise<string | undefined>

  constructor(offer: (sdp: string) => Promise<string | undefined>) {
    this.#offer = offer
  }

  get arrived(): number {
    return this.#seen + (this.#peer?.arrived ?? 0)
  }

  async enter(): Promise<void> {
    this.#connecting = true
    this.#seen = this.arrived
    this.#peer?.close()
    const peer = new MediaPeer('RecvOnly', ['video'])
    peer.keeps = false
    this.#peer = peer
    const began = performance.now()
    this.#triedAt = began
    let counted = 0
    peer.onChange = () => {
      // A change of its state is no packet.
      if (peer.arrived === counted) return
      counted = peer.arrived
      const now = performance.now()
      if (this.first === 0) this.first = now - began
      else this.longest = Math.max(this.longest, now - this.#lastAt)
      this.#lastAt = now
      this.#connecting = false
    }
    const answer = await this.#offer(await peer.offer())
    if (answer !== undefined) peer.accept(answer)
    else this.#connecting = false
  }

  /** Comes back when the line is silent. A connection gets ten seconds, as the page gives it. */
  async look(): Promise<void> {
    const patience = this.#connecting ? 10_000 : silence
    if (!this.#closed && performance.now() - Math.max(this.#lastAt, this.#triedAt) > patience) await this.enter()
  }

  close(): void {
    this.#closed = true
    this.#peer?.close()
  }
}

async function openClass() {
  const shop = await createClassShop()
  await shop.holdIn('builtin')
  const students = await shop.enrol(viewers)
  const { id } = await shop.nth(1)
  await startEngines(shop)
  await shop.setClock(february('03', '14:00'))
  const teacher = shop.asStaff('instructor', shop.instructor).authorization
  const enter = async () => {
    const answer = await shop.app.inject({
      method: 'POST',
      url: `/api/classroom/${id}/enter/`,
      headers: { authorization: teacher },
    })
    return answer.statusCode === 200 ? answer.json<EnteredClass>() : undefined
  }
  return { shop, id, students, enter }
}

/** Sends an offer as somebody of the class. Returns undefined while its engine is away. */
async function offerAs(shop: ClassShop, id: number, person: string, url: string, sdp: string) {
  const engine = await findEngine(shop.db, id)
  if (!engine) return undefined
  const token = await signClassToken(shop.deps.config, {
    sessionId: id,
    person,
    role: person.startsWith('staff') ? 'host' : 'participant',
    engineId: engine.id,
    expiresAt: Date.parse(february('03', '14:00')) / 1000 + classTokenLifetime,
  })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/sdp' }
  const answer = await shop.app.inject({ method: 'POST', url, headers, payload: sdp })
  return answer.statusCode === 201 ? answer.body : undefined
}

const percentile = (values: readonly number[], part: number) =>
  Math.round(values.toSorted((a, b) => a - b)[Math.ceil(values.length * part) - 1] ?? 0)

test('a hundred viewers come back from a killed engine', async () => {
  const { shop, id, students, enter } = await openClass()
  const classroom = `/api/classroom/${id}`
  let teacher = new MediaPeer('SendOnly', ['video'])
  const teach = async () => {
    const host = await enter()
    if (!host) return false
    const peer = new MediaPeer('SendOnly', ['video'])
    const sdp = await offerAs(shop, id, host.person.id, `${classroom}/whip/camera/`, await peer.offer())
    if (sdp === undefined) return false
    peer.accept(sdp)
    await vi.waitUntil(() => peer.isOpen)
    teacher.close()
    teacher = peer
    return true
  }
  await vi.waitUntil(teach)
  const sending = sendSteadily(() => teacher)
  const watchers = students.map(
    (student) => new Watcher((sdp) => offerAs(shop, id, `student-${student}`, `${classroom}/whep/?source=camera`, sdp)),
  )
  onTestFinished(() => {
    sending.stop()
    for (const peer of [teacher, ...watchers]) peer.close()
  })
  // A connection that fails is tried again, as the page does.
  const looking = setInterval(() => void Promise.all(watchers.map((one) => one.look())), 250)
  onTestFinished(() => clearInterval(looking))
  for (const watcher of watchers) {
    await watcher.enter()
    await vi.waitUntil(() => watcher.first > 0)
  }

  /** Watches for a time, and says what it cost and brought. */
  const watch = async () => {
    const pid = pidsOfEngines()[0] ?? 0
    const arrived = () => watchers.reduce((sum, one) => sum + one.arrived, 0)
    const before = { at: performance.now(), cpu: cpuSeconds(pid), sent: sending.packets(), arrived: arrived() }
    const memory = memoryMegabytes(pid)
    await new Promise((resolve) => setTimeout(resolve, half))
    const seconds = (performance.now() - before.at) / 1000
    return {
      'core, %': Math.round((1000 * (cpuSeconds(pid) - before.cpu)) / seconds) / 10,
      'memory, MB': [Math.round(memory), Math.round(memoryMegabytes(pid))],
      'packets, %': Math.round((10_000 * (arrived() - before.arrived)) / ((sending.packets() - before.sent) * viewers)) / 100,
    }
  }
  const first = watchers.map((one) => one.first)
  const whole = await watch()
  for (const one of watchers) one.longest = 0
  killEngines()
  await vi.waitUntil(teach)
  const before = watchers.map((one) => one.arrived)
  await vi.waitUntil(() => watchers.every((one, index) => one.arrived > (before[index] ?? 0) + 100))
  const outage = watchers.map((one) => one.longest)
  const after = await watch()
  console.log({
    'first picture, ms': { p50: percentile(first, 0.5), p95: percentile(first, 0.95) },
    'before the kill': whole,
    'without a picture, ms': { p50: percentile(outage, 0.5), most: percentile(outage, 1) },
    'after the kill': after,
  })
  for (const part of [whole, after]) {
    expect(part['packets, %']).toBeGreaterThan(95)
    const [from = 0, to = 0] = part['memory, MB']
    expect(to).toBeLessThan(from + 100)
  }
})
