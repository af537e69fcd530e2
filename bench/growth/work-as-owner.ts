import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { buildApp } from '#server/app.ts'
import type { Deps } from '#server/deps.ts'
import { runJobs } from './run-jobs.ts'
import { type StaffTimes, timeStaffCalls } from './time-staff-calls.ts'

/** Work on every row of a list. */
export interface Bulk {
  title: string
  seconds: number
  /** Bytes by which the process grew at most. */
  grown: number
}

export interface OwnersWork {
  times: StaffTimes
  bulk: Bulk[]
}

/** Reads the lists of staff, runs every job that runs by the clock, and takes the two largest lists as files, in this process. */
export async function workAsOwner(deps: Deps): Promise<OwnersWork> {
  const owner = { kind: 'staff', id: 1, roles: ['owner'], sessionId: randomUUID(), recentFactor: 'totp' } as const
  const app = await buildApp({ ...deps, authenticateStaff: async () => owner })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const takeFile = async (list: string) => {
    const response = await fetch(`${url}/api/staff/${list}/export/`)
    if (!response.ok || !response.body) throw new Error(`${list}: ${response.status}`)
    for await (const _chunk of response.body) continue
  }
  const times = await timeStaffCalls(url)
  const bulk = [
    await watch('the jobs of the clock', () => runJobs({ ...deps, log: pino({ level: 'silent' }) })),
    await watch('a file of all students', () => takeFile('students')),
    await watch('a file of all payments', () => takeFile('payments')),
  ]
  await app.close()
  return { times, bulk }
}

async function watch(title: string, run: () => Promise<void>): Promise<Bulk> {
  const [before, started] = [process.memoryUsage().rss, performance.now()]
  let grown = 0
  const sampler = setInterval(() => (grown = Math.max(grown, process.memoryUsage().rss - before)), 100)
  await run().finally(() => clearInterval(sampler))
  return { title, seconds: (performance.now() - started) / 1000, grown }
}
