// Restarts the processes of a school one after the other, each while another one serves, so that nobody notices an upgrade.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { isMarkedDown, markUpstream } from './mark-upstream.ts'
import { printFailure } from './reach-database.ts'

const usage = `npm run upgrade:rolling -- --restart COMMAND [--nginx FILE [--reload COMMAND]] [--wait SECONDS] ADDRESS ADDRESS…
  ADDRESS  of each process, such as 127.0.0.1:3000
  COMMAND  restarts one of them; {port} stands for its port, such as 'systemctl restart karyashala@{port}'
  FILE     of nginx, with a line "server ADDRESS …;" for each. Leave it out with a proxy that asks /ready, such as Caddy
  SECONDS  for which a process may start, by default 300`

const pollMs = 200
/** Milliseconds in which nginx takes a new file. Only old workers that still pass requests on would take longer. */
const reloadMs = 30_000
/** Milliseconds in which a proxy that asks /ready each second has seen the answer. Without workers on this machine nginx gets them too. */
const noticeMs = 3000

class UsageError extends Error {}

interface Asked {
  addresses: readonly string[]
  restart: string
  nginx: { file: string; reload: string } | undefined
  waitMs: number
}

function read(args: string[]): Asked {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        restart: { type: 'string' },
        nginx: { type: 'string' },
        reload: { type: 'string' },
        wait: { type: 'string', default: '300' },
      },
    })
    const { restart, nginx, reload } = values
    const isAddress = (text: string) => /^(?:[\w.-]+|\[[\da-f:]+\]):\d{1,5}$/.test(text)
    const seconds = Number(values.wait)
    if (!restart?.includes('{port}') || positionals.length < 2 || !positionals.every(isAddress)) throw new UsageError()
    if (new Set(positionals).size !== positionals.length || !(seconds > 0) || (reload !== undefined && !nginx))
      throw new UsageError()
    return {
      addresses: positionals,
      restart,
      nginx: nginx
        ? {
            file: realpathSync(resolve(process.env.CALLER_FOLDER ?? '.', nginx)),
            reload: reload ?? 'nginx -s reload',
          }
        : undefined,
      waitMs: seconds * 1000,
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') throw error
    throw new UsageError()
  }
}

const isReady = async (address: string): Promise<boolean> =>
  fetch(`http://${address}/ready`, { signal: AbortSignal.timeout(5000), headers: { connection: 'close' } }).then(
    ({ ok }) => ok,
    () => false,
  )

async function versionOf(address: string): Promise<string> {
  const answer = await fetch(`http://${address}/health`, { signal: AbortSignal.timeout(5000) }).catch(() => undefined)
  const { version = 'unknown' } = ((await answer?.json().catch(() => undefined)) ?? {}) as { version?: string }
  return version
}

async function run(command: string): Promise<boolean> {
  const child = spawn(command, { shell: true, stdio: ['ignore', 'inherit', 'inherit'] })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code === 0
}

/** Workers of nginx on this machine that take requests, by their master. */
function workers(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const title = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      if (!title.startsWith('nginx: worker process') || title.includes('shutting down')) continue
      const parent = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? ''
      found.set(parent, (found.get(parent) ?? new Set()).add(pid))
    } catch {
      // It has ended.
    }
  }
  return found
}

/** Marks a process in the file of nginx and waits until no worker passes requests on by the file before. */
async function mark({ file, reload }: NonNullable<Asked['nginx']>, address: string, isDown: boolean): Promise<void> {
  const former = readFileSync(file, 'utf8')
  const changed = markUpstream(former, address, isDown)
  if (changed === former) return
  const store = (text: string) => {
    const draft = `${file}.${process.pid}`
    writeFileSync(draft, text, { mode: statSync(file).mode })
    renameSync(draft, file)
  }
  const before = process.platform === 'linux' ? workers() : new Map<string, Set<string>>()
  store(changed)
  if (!(await run(reload))) {
    store(former)
    throw new Error(`nginx did not take ${file}, which is as it was: the reason stands above.`)
  }
  if (before.size === 0) return wait(noticeMs)
  const deadline = Date.now() + reloadMs
  const isDone = () => {
    const now = workers()
    return [...before].some(([master, pids]) => [...pids].every((pid) => !now.get(master)?.has(pid)))
  }
  while (!isDone()) {
    if (Date.now() > deadline) throw new Error(`nginx did not take ${file} within ${reloadMs / 1000} seconds.`)
    await wait(pollMs)
  }
}

async function upgrade({ addresses, restart, nginx, waitMs }: Asked): Promise<void> {
  const isDown = (address: string) => nginx !== undefined && isMarkedDown(readFileSync(nginx.file, 'utf8'), address)
  // What an interrupted upgrade has left out comes first: nobody uses it.
  const order = addresses.toSorted((a, b) => Number(isDown(b)) - Number(isDown(a)))
  for (const address of order) {
    const others = addresses.filter((other) => other !== address && !isDown(other))
    if (!(await Promise.all(others.map(isReady))).includes(true))
      throw new Error(`${address} is not restarted, because no other process is ready. Start one first.`)
    if (nginx) await mark(nginx, address, true)
    const left = nginx ? ` It stays "down" in ${nginx.file}.` : ''
    if (!(await run(restart.replaceAll('{port}', address.slice(address.lastIndexOf(':') + 1)))))
      throw new Error(
        `${address} was not restarted: the reason stands above.${left} The others serve. Mend it, then run this again.`,
      )
    const deadline = Date.now() + waitMs
    while (!(await isReady(address))) {
      if (Date.now() > deadline)
        throw new Error(
          `${address} did not become ready in ${waitMs / 1000} seconds.${left} The others serve. Look at its log, then run this again.`,
        )
      await wait(pollMs)
    }
    if (nginx) await mark(nginx, address, false)
    else await wait(noticeMs)
    console.log(`${address} serves version ${await versionOf(address)}.`)
  }
}

try {
  await upgrade(read(process.argv.slice(2)))
} catch (error) {
  if (error instanceof UsageError) {
    console.log(usage)
    process.exitCode = 2
  } else printFailure(error)
}
