import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A process of a benchmark, which answers each message with one. */
export interface Child {
  ask<Answer>(question: object | string): Promise<Answer>
  /** Milliseconds of CPU that it has used. */
  cpu(): Promise<number>
  stop(): Promise<void>
}

/** Starts a file of this folder as a process. One that serves tells its address first. */
export async function startChild(file: string, env: Record<string, string> = {}): Promise<Child & { process: ChildProcess }> {
  const child = fork(join(import.meta.dirname, file), { env: { ...process.env, ...env } })
  const failed = once(child, 'exit').then(() => {
    throw new Error(`${file} ended`)
  })
  failed.catch(() => undefined)
  const ask = async <Answer>(question: object | string): Promise<Answer> => {
    const answered = once(child, 'message')
    child.send(question)
    const [answer] = (await Promise.race([answered, failed])) as [Answer]
    return answer
  }
  return {
    process: child,
    ask,
    async cpu() {
      const { user, system } = await ask<NodeJS.CpuUsage>('cpu')
      return (user + system) / 1000
    },
    async stop() {
      const exited = once(child, 'exit')
      child.send('stop')
      await exited
    },
  }
}

export async function startServing(
  file: string,
  env: Record<string, string> = {},
): Promise<Child & { url: string; pid: number }> {
  const child = await startChild(file, env)
  const [{ url }] = (await once(child.process, 'message')) as [{ url: string }]
  return { ...child, url, pid: child.process.pid ?? 0 }
}

/** The kernel counts CPU in hundredths of a second. */
const tick = 10

/** The first process of PostgreSQL, which has started the given one. */
export function postmasterOf(backend: number): number {
  return Number(statOf(backend)?.[1])
}

/** Milliseconds of CPU of PostgreSQL: its first process, those that have ended and those that run. */
export function cpuOfPostgres(postmaster: number): number {
  const mine = statOf(postmaster)
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && statOf(Number(name))?.[1] === String(postmaster))
  const ticks = [mine?.slice(11, 15) ?? [], ...children.map((child) => statOf(Number(child))?.slice(11, 13) ?? [])]
  return ticks.flat().reduce((sum, one) => sum + Number(one), 0) * tick
}

/** Milliseconds of CPU of the children of this process that have ended. */
export function cpuOfEndedChildren(): number {
  return (statOf(process.pid)?.slice(13, 15) ?? []).reduce((sum, one) => sum + Number(one), 0) * tick
}

/** The fields of `/proc/<pid>/stat` after the name, or undefined once the process has ended. */
function statOf(pid: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')
  } catch {
    return undefined
  }
}
