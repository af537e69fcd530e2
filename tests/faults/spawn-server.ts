import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { testKey } from '#tests/school/create-test-app.ts'
import { findFreePorts } from '#tests/runner/free-ports.ts'
import { leaksOf } from '#tests/security/leaks-of.ts'

const root = join(import.meta.dirname, '..', '..')
const timeoutMs = 120_000
export const webhookSecret = 'webhook-secret-of-the-tests'
export const authSecret = 'an auth secret of the tests that is long enough to sign with'

export interface Answer {
  status: number
  retryAfter: string | null
  body: Record<string, unknown>
}

export interface Server {
  url: string
  /** Kills the process with SIGKILL. */
  kill(): Promise<void>
  /** Stops the process with SIGTERM, as a deployment does, and resolves once it has ended. */
  stop(): Promise<void>
  /** Lets the processor report a fault of the process. Resolves with the signal that ended it. */
  crash(): Promise<string | null>
  /** Starts the process on the same port and resolves once it `answers`, or once its workers have started too (the default). */
  restart(step?: 'answers' | 'works'): Promise<void>
  /** Has the next start run the program of another folder. */
  changeVersion(root: string): void
  /** Resolves once the process is ready. */
  waitUntilReady(): Promise<void>
  /** @throws when the connection breaks before the response was read */
  call(method: 'GET' | 'POST', path: string, body?: object, token?: string): Promise<Answer>
}

interface Given {
  /** Folder of another version of the program; this one by default. */
  root?: string
  /** A free port by default. */
  port?: number
  databaseUrl: string
  /** The owner of the tables, where the server itself is another role. */
  databaseMigrationUrl?: string
  smtpUrl: string
  apiUrl: string
  /** Milliseconds between SIGTERM and closing the listener. */
  drainMs?: number
  /** The folder of uploaded pictures, which several processes share. */
  dataDir?: string
  /** An open file that takes the log instead of the test. */
  logFile?: number
}

/** Runs `server/main.ts` in its own process, as a deployment does, and checks its log for leaks. */
export async function spawnServer(given: Given): Promise<Server> {
  let from = given.root ?? root
  const port = given.port ?? (await findFreePorts(1))[0]
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  let output = ''
  let ready = Promise.withResolvers<void>()

  /** Starts the process, again up to three times if it ends during start-up, as a supervisor does on a busy machine. */
  async function restart(step: 'answers' | 'works' = 'works', again = 3): Promise<void> {
    const started = spawn(process.execPath, [join(from, 'server', 'main.ts')], {
      cwd: from,
      stdio: ['ignore', given.logFile ?? 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        APP_ENV: 'test',
        NODE_ENV: 'production',
        PORT: String(port),
        DATABASE_URL: given.databaseUrl,
        ...(given.databaseMigrationUrl === undefined ? {} : { DATABASE_MIGRATION_URL: given.databaseMigrationUrl }),
        SMTP_URL: given.smtpUrl,
        MAIL_FROM: 'Karyashala <hello@karyashala.example>',
        RAZORPAY_KEY_ID: testKey.id,
        RAZORPAY_KEY_SECRET: testKey.secret,
        RAZORPAY_WEBHOOK_SECRET: webhookSecret,
        RAZORPAY_API_URL: given.apiUrl,
        PUBLIC_URL: url,
        AUTH_SECRET: authSecret,
        RATE_LIMIT_FACTOR: '1000',
        DRAIN_MS: String(given.drainMs ?? 0),
        ...(given.dataDir === undefined ? {} : { DATA_DIR: given.dataDir }),
      },
    })
    child = started
    const before = output.length
    // It answers before its workers have started, and a fault in between ends it, as a fault of the start does.
    const hasStarted = () =>
      step === 'answers' || given.logFile !== undefined || output.includes('the server has started', before)
    for (const stream of [started.stdout, started.stderr]) stream?.on('data', (part: Buffer) => (output += part.toString()))
    await until('the server is ready', async () => {
      if (started.exitCode !== null || started.signalCode !== null) return true
      return fetch(`${url}/ready`).then(
        (answer) => answer.status === 200 && hasStarted(),
        () => false,
      )
    })
    // Whoever killed it while it started does not wait for it.
    if (started.signalCode !== null) return
    if (started.exitCode === null) return ready.resolve()
    if (again === 0) throw new Error(`the server ended:\n${output}`)
    await restart(step, again - 1)
  }

  async function end(signal: 'SIGKILL' | 'SIGTERM' | 'SIGSEGV'): Promise<string | null> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return null
    const exited = once(child, 'exit')
    ready = Promise.withResolvers()
    child.kill(signal)
    await exited
    return child.signalCode
  }
  const kill = async () => void (await end('SIGKILL'))

  onTestFinished(async () => {
    await kill()
    const leaks = leaksOf(output.split('\n'))
    if (leaks.length > 0) throw new Error(`The server logged secrets or personal data:\n${leaks.join('\n')}`)
  })
  await restart()
  return {
    url,
    kill,
    stop: async () => void (await end('SIGTERM')),
    crash: () => end('SIGSEGV'),
    restart,
    changeVersion: (other) => void (from = other),
    waitUntilReady: () => ready.promise,
    async call(method, path, body, token) {
      const answer = await fetch(`${url}/api${path}`, {
        method,
        headers: {
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      const retryAfter = answer.headers.get('retry-after')
      return { status: answer.status, retryAfter, body: (await answer.json()) as Record<string, unknown> }
    },
  }
}

/** Polls a condition of another process. @throws with its description after the timeout */
export async function until(what: string, holds: () => Promise<boolean>, milliseconds = timeoutMs): Promise<void> {
  const deadline = performance.now() + milliseconds
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`timed out: ${what}`)
    await wait(20)
  }
}
