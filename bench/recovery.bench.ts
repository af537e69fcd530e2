import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Figure } from './benchmark.ts'
import { median } from './compare.ts'
import { sinkMail } from './sink-mail.ts'
import { findFreePort, untilReady } from './spawn-main.ts'

export const name = 'recovery'

const root = join(import.meta.dirname, '..')
const kills = 5

/** Measures how long a school that `npm run serve` runs is away after a part of it was killed. */
export async function run(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'karyashala-recovery-'))
  chmodSync(folder, 0o711)
  const [sink, port] = [await sinkMail(), await findFreePort()]
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [join(root, 'scripts', 'serve.ts')], {
    cwd: root,
    stdio: 'ignore',
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: folder,
      SMTP_URL: sink.url,
      MAIL_FROM: 'Karyashala <hello@karyashala.example>',
      RAZORPAY_KEY_ID: 'rzp_live_bench',
      RAZORPAY_KEY_SECRET: 'secret-of-the-benchmarks',
      RAZORPAY_WEBHOOK_SECRET: 'b7Xq2Lm9Tz4Vw8Rk',
      RAZORPAY_API_URL: 'http://127.0.0.1:1',
      PUBLIC_URL: 'https://karyashala.example',
      AUTH_SECRET: 'GkI0oTWQYtX4nG0v9mVn8S2ZrEoJb1pY5uQdLxHcKfA',
    },
  })
  try {
    await untilReady(url, child)
    const times = async (program: string): Promise<number[]> => {
      const each: number[] = []
      for (let kill = 0; kill < kills; kill += 1) {
        await wait(2000)
        const killedAt = performance.now()
        process.kill(childOf(child.pid ?? 0, program), 'SIGKILL')
        // A connection may answer once more before it ends.
        while (await isReady(url)) await wait(5)
        await untilReady(url, child)
        each.push(performance.now() - killedAt)
      }
      return each
    }
    const figure = (title: string, each: number[]): Figure => ({
      title,
      value: median(each),
      unit: 'ms',
      goal: { atMost: 5000 },
      detail: `${each.map((one) => one.toFixed(0)).join(' / ')} ms`,
    })
    return [
      figure('ready again after the server was killed', await times('server/main.ts')),
      figure('ready again after PostgreSQL was killed', await times('bin/postgres')),
    ]
  } finally {
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await exited
    sink.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns the child of a process whose command line names a program. */
function childOf(pid: number, program: string): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  const found = children.find((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes(program))
  if (found === undefined) throw new Error(`${program} does not run`)
  return Number(found)
}

const isReady = (url: string) =>
  fetch(`${url}/ready`).then(
    ({ ok }) => ok,
    () => false,
  )
