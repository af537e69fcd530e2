import { setTimeout as wait } from 'node:timers/promises'
import { type EngineProcess, startEngine } from '#classroom/synthetic/engine-process.ts'
import { MediaPeer } from '#classroom/synthetic/media-peer.ts'
import { cpuSeconds, memoryMegabytes } from '#classroom/synthetic/process-cost.ts'
import { sendSteadily } from '#classroom/synthetic/send-steadily.ts'
import type { Figure } from './benchmark.ts'
import { measureIdleClass } from './classroom-idle.ts'
import { measureLatency } from './classroom-latency.ts'
import type { Cluster } from './open-cluster.ts'

export const name = 'classroom'

const viewers = 100
const seconds = 60

/** Measures a class on loopback: a hundred synthetic viewers, two windows of a browser, and a hundred people who only listen. */
export async function run(cluster: Cluster): Promise<Figure[]> {
  return [...(await measureViewers()), ...(await measureLatency()), ...(await measureIdleClass(cluster))]
}

/** Measures what a class of a hundred costs the media engine, what arrives, and how soon. */
async function measureViewers(): Promise<Figure[]> {
  const engine = await startEngine(viewers)
  const teacher = new MediaPeer('SendOnly', ['video'])
  const students: MediaPeer[] = []
  try {
    await connect(engine, teacher, `publishers?source=camera&person=staff-1`)
    const sending = sendSteadily(() => teacher)
    const firstPictures: number[] = []
    // As students come: not all in the same moment.
    for (let index = 0; index < viewers; index += 1) {
      const student = new MediaPeer('RecvOnly', ['video'])
      student.keeps = false
      students.push(student)
      firstPictures.push(await timeFirstPicture(engine, student, index))
    }
    const before = { cpu: cpuSeconds(engine.pid), sent: sending.packets(), received: received(students) }
    await wait(seconds * 1000)
    const after = { cpu: cpuSeconds(engine.pid), sent: sending.packets(), received: received(students) }
    sending.stop()
    const core = (100 * (after.cpu - before.cpu)) / seconds
    const delivered = (100 * (after.received - before.received)) / ((after.sent - before.sent) * viewers)
    firstPictures.sort((a, b) => a - b)
    return [
      { title: `CPU of ${viewers} viewers at 1 Mbit/s, of a core`, value: core, unit: '%', goal: { atMost: 25 } },
      { title: 'viewers that a core bears', value: (100 * viewers) / core, unit: 'ratio', detail: 'by the figure above' },
      { title: 'packets that arrive', value: Math.min(100, delivered), unit: '%', goal: { atLeast: 99.5 } },
      {
        title: 'first picture, p95',
        value: firstPictures[Math.ceil(viewers * 0.95) - 1] ?? 0,
        unit: 'ms',
        goal: { atMost: 1000 },
      },
      { title: 'memory of the engine', value: memoryMegabytes(engine.pid), unit: 'MB' },
    ]
  } finally {
    for (const peer of [teacher, ...students]) peer.close()
    await engine.stop()
  }
}

async function connect(engine: EngineProcess, peer: MediaPeer, path: string): Promise<void> {
  const answer = await engine.call('POST', `/rooms/1/${path}`, await peer.offer())
  if (answer.status !== 201) throw new Error(`the engine answered ${answer.status}`)
  peer.accept(await answer.text())
  while (!peer.isOpen) await wait(2)
}

async function timeFirstPicture(engine: EngineProcess, student: MediaPeer, index: number): Promise<number> {
  const began = performance.now()
  const shown = new Promise<void>((resolve) => {
    student.onChange = () => student.arrived > 0 && resolve()
  })
  await connect(engine, student, `viewers?source=camera&layer=auto&person=student-${index + 1}`)
  await shown
  return performance.now() - began
}

const received = (students: readonly MediaPeer[]) => students.reduce((sum, student) => sum + student.arrived, 0)
