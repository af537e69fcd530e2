import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, cpSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { codesIn, leaksOf } from '#tests/security/leaks-of.ts'

const root = join(import.meta.dirname, '../..')
const startTimeoutMs = 180_000
/** Variables that must not reach the product under test, which has its own database, inbox and sandbox. */
const externalSettings = new Set(['DATABASE_URL', 'SMTP_URL', 'RAZORPAY_KEY_ID', 'PUBLIC_URL', 'HOST'])

/** Starts the whole product as `npm start` does, with its own ports and data. Returns a function that stops it. */
export default async function startProduct(): Promise<() => Promise<void>> {
  const { E2E_PORTS = '', E2E_DATA_DIR: dataDir = '' } = process.env
  // Without this, `npx playwright test` would try the pages of an earlier build.
  execFileSync(process.execPath, [join(root, 'scripts', 'bootstrap.mjs'), 'build'], { stdio: ['ignore', 'ignore', 'inherit'] })
  const logFile = join(dataDir, 'product.log')
  const ports = E2E_PORTS.split(',').map(Number)
  const stop = await launchProduct({ ports, dataDir, logFile, mode: 'production' })
  return async () => {
    const mailsResponse = await fetch(`http://127.0.0.1:${ports[2]}/messages`)
    const codes = codesIn((await mailsResponse.json()) as { subject: string }[])
    await stop()
    mkdirSync(join(root, 'test-results'), { recursive: true })
    copyFileSync(logFile, join(root, 'test-results', 'product.log'))
    const leaks = leaksOf(
      readFileSync(logFile, 'utf8')
        .split('\n')
        .filter((line) => line.startsWith('{')),
      codes,
    )
    rmSync(dataDir, { recursive: true, force: true })
    if (leaks.length > 0) throw new Error(`The product logged personal data or secrets:\n${leaks.join('\n')}`)
  }
}

/**
 * Starts the product and waits until it is ready. Returns a function that stops it.
 * @throws Error with its log when it does not get ready in time
 */
export async function launchProduct(given: {
  /** Website, sandbox and inbox. */
  ports: number[]
  dataDir: string
  logFile: string
  mode: 'production' | 'development'
  /** Fills the demo with its past of payments, as `npm start` does. */
  hasPast?: boolean
}): Promise<() => Promise<void>> {
  const [port, sandboxPort, inboxPort] = given.ports
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !externalSettings.has(name)))
  // The recordings of the demo, and a playlist.
  const recordings = join(given.dataDir, 'recordings')
  cpSync(join(root, 'server', 'classes', 'recordings', 'demo'), recordings, { recursive: true })
  cpSync(join(root, 'tests', 'e2e', 'hls'), join(recordings, 'hls'), { recursive: true })
  const log = openSync(given.logFile, 'w')
  const child = spawn(
    process.execPath,
    ['--import', join(root, 'scripts', 'end-with-parent.mjs'), join(root, 'dev', 'start.ts')],
    {
      cwd: root,
      stdio: ['ignore', log, log, 'ipc'],
      env: {
        ...env,
        PORT: String(port),
        SANDBOX_PORT: String(sandboxPort),
        INBOX_PORT: String(inboxPort),
        DATA_DIR: given.dataDir,
        RECORDINGS_DIR: recordings,
        NODE_ENV: given.mode,
        RATE_LIMIT_FACTOR: '1000',
        ...(given.hasPast ? {} : { DEMO_PAST: 'none' }),
        TRUST_PROXY: '127.0.0.1',
        END_WITH_PARENT: 'SIGTERM',
      },
    },
  )
  return startedProcess(child, { url: `http://127.0.0.1:${port}`, logFile: given.logFile })
}

/**
 * Waits until a process answers `/ready`. Returns a function that stops it.
 * @throws Error with its log when it does not get ready in time
 */
export async function startedProcess(child: ChildProcess, given: { url: string; logFile: string }): Promise<() => Promise<void>> {
  const exited = once(child, 'exit')
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await exited
  }
  const deadline = Date.now() + startTimeoutMs
  while (!(await answers(`${given.url}/ready`))) {
    if (child.exitCode === null && Date.now() < deadline) {
      await wait(100)
      continue
    }
    await stop()
    throw new Error(`The product did not start:\n${readFileSync(given.logFile, 'utf8')}`)
  }
  return stop
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(5000) })).status === 200
  } catch {
    return false
  }
}
