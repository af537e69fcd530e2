import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { createBackoff } from '#postgres/backoff.ts'
import { LaunchError } from '#postgres/launch-error.ts'

const restartPauses = { shortest: 100, longest: 30_000 }
/** Milliseconds of uptime after which a crashed server restarts without a pause. */
const steadyAfter = 60_000
const pollMs = 50

export interface Supervised {
  restart(): void
  stop(): Promise<void>
  /** Resolves when the server was restarted too often in a row, with the reason. */
  gaveUp: Promise<string>
}

/**
 * Runs the server as a child process and restarts it after a crash, with backoff. Resolves once `readyUrl` answers 200.
 * @throws LaunchError when the server ends before it was ready
 */
export async function superviseServer(options: {
  args: string[]
  cwd: string
  env: NodeJS.ProcessEnv
  readyUrl: string
  signal: AbortSignal
  log: (line: string) => void
  /** Milliseconds between restarts. */
  pauses?: { shortest: number; longest: number }
  /** Restarts in a row, none of which ran for a minute, after which it is not started again. */
  limit?: number
  /** Milliseconds after which a server that is not ready is stopped. A migration may take long. */
  readyTimeoutMs?: number
  /** Milliseconds after the stop signal until it is killed. */
  stopTimeoutMs?: number
}): Promise<Supervised> {
  const backoff = createBackoff(options.pauses ?? restartPauses)
  let child: ChildProcess
  let startedAt = 0
  let pending: NodeJS.Timeout | undefined
  let ready = false
  let stopping = false
  let restarting = false
  let restarts = 0
  const { limit = Number.POSITIVE_INFINITY, readyTimeoutMs, stopTimeoutMs } = options
  const { promise: gaveUp, resolve: giveUp } = Promise.withResolvers<string>()

  const ended = (): boolean => child.exitCode !== null || child.signalCode !== null

  // In its own process group: Ctrl-C would otherwise signal it twice, and the second signal cuts requests off.
  const start = (): void => {
    startedAt = Date.now()
    child = spawn(process.execPath, options.args, {
      cwd: options.cwd,
      env: options.env,
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    child.once('exit', (code, signal) => ready && !stopping && handleExit(signal ?? `code ${code}`))
  }

  /** Says how long the server was away. */
  const reportReturn = async (since: number): Promise<void> => {
    const started = child
    while (!(await answers(options.readyUrl))) {
      if (child !== started || ended() || stopping) return
      await wait(pollMs)
    }
    if (child === started && !stopping) {
      options.log(`The server is ready again, ${((Date.now() - since) / 1000).toFixed(1)} s after it stopped.`)
    }
  }

  const handleExit = (how: string): void => {
    const exitedAt = Date.now()
    if (restarting) {
      restarting = false
      return start()
    }
    const wasSteady = Date.now() - startedAt > steadyAfter
    if (wasSteady) {
      backoff.reset()
      restarts = 0
    }
    if (restarts >= limit) {
      giveUp(
        `The server stopped again (${how}), within a minute of each of its last ${limit} starts. It is not started any more: the reason stands above.`,
      )
      return
    }
    restarts += 1
    const pause = wasSteady ? 0 : backoff.next()
    const when = pause < 1000 ? '' : ` in ${Math.round(pause / 1000)} s`
    options.log(`The server stopped unexpectedly (${how}) and is started again${when}.`)
    pending = setTimeout(() => {
      start()
      void reportReturn(exitedAt)
    }, pause)
  }

  const stop = async (): Promise<void> => {
    stopping = true
    clearTimeout(pending)
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    const cut = stopTimeoutMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
    await exited
    clearTimeout(cut)
  }

  start()
  const deadline = Date.now() + (readyTimeoutMs ?? Number.POSITIVE_INFINITY)
  while (!(await answers(options.readyUrl))) {
    if (ended() && !options.signal.aborted) throw new LaunchError('The server could not start: the reason stands above.')
    if (Date.now() > deadline || options.signal.aborted) {
      await stop()
      throw new LaunchError(
        options.signal.aborted
          ? 'Stopped.'
          : `The server did not become ready in ${(readyTimeoutMs ?? 0) / 60_000} minutes: see ${options.readyUrl}`,
      )
    }
    await wait(pollMs)
  }
  ready = true
  if (ended()) handleExit('while starting')

  return {
    gaveUp,
    stop,
    restart() {
      // A crashed server restarts without this call.
      if (stopping || restarting || child.exitCode !== null || child.signalCode !== null) return
      restarting = true
      child.kill('SIGTERM')
    },
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5000) })
    await response.body?.cancel()
    return response.status === 200
  } catch {
    return false
  }
}
