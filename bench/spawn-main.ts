import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const root = join(import.meta.dirname, '..')
const token = 'token-of-the-benchmarks'
export const authSecret = 'an auth secret of the benchmarks that is long enough to sign with'

export interface MainProcess {
  url: string
  /** Milliseconds from the start of the process until it was ready. */
  bootMs: number
  /** Seconds of CPU, and bytes of memory, that the process uses. */
  usage(): Promise<{ cpu: number; memory: number }>
  stop(): Promise<void>
}

/** Runs `server/main.ts` as a deployment does, on a migrated database. */
export async function spawnMain(databaseUrl: string, smtpUrl: string): Promise<MainProcess> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const startedAt = performance.now()
  const child = spawn(process.execPath, [join(root, 'server', 'main.ts')], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      NODE_OPTIONS: process.env.NODE_OPTIONS,
      MALLOC_MMAP_THRESHOLD_: process.env.MALLOC_MMAP_THRESHOLD_,
      MALLOC_TRIM_THRESHOLD_: process.env.MALLOC_TRIM_THRESHOLD_,
      MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX,
      APP_ENV: 'test',
      NODE_ENV: 'production',
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      METRICS_TOKEN: token,
      SMTP_URL: smtpUrl,
      MAIL_FROM: 'Karyashala <hello@karyashala.example>',
      RAZORPAY_KEY_ID: 'rzp_sandbox_bench',
      RAZORPAY_KEY_SECRET: 'secret-of-the-benchmarks',
      RAZORPAY_WEBHOOK_SECRET: 'webhook-secret-of-the-benchmarks',
      RAZORPAY_API_URL: 'http://127.0.0.1:1',
      PUBLIC_URL: url,
      AUTH_SECRET: authSecret,
      RATE_LIMIT_FACTOR: '1000000',
    },
  })
  await untilReady(url, child)
  const bootMs = performance.now() - startedAt
  return {
    url,
    bootMs,
    async usage() {
      const text = await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text()
      const read = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1])
      return { cpu: read('process_cpu_seconds_total'), memory: read('process_resident_memory_bytes') }
    },
    async stop() {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** Starts the product as `npm start` does, with an empty folder of data. Returns the milliseconds until it is ready. */
export async function timeFirstStart(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'karyashala-first-start-'))
  const [port, sandboxPort, inboxPort] = [await findFreePort(), await findFreePort(), await findFreePort()].map(String)
  const startedAt = performance.now()
  const child = spawn(process.execPath, [join(root, 'dev', 'start.ts')], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PORT: port, SANDBOX_PORT: sandboxPort, INBOX_PORT: inboxPort, DATA_DIR: folder },
  })
  const exited = once(child, 'exit')
  try {
    await untilReady(`http://127.0.0.1:${port}`, child)
    return performance.now() - startedAt
  } finally {
    child.kill('SIGTERM')
    await exited
    rmSync(folder, { recursive: true, force: true })
  }
}

export async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const isReady = () =>
    fetch(`${url}/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`the process ended with ${child.exitCode}`)
    await wait(5)
  }
}

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}
