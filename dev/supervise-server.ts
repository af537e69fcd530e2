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
/** Probes in a row without an answer, after which a server counts as hung. */
const lostProbes = 6

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
  /**
   * Milliseconds between the probes of a server that has answered, and for which each waits. A server that hangs is killed and
   * started again. Not probed by default.
   */
  probeMs?: number
  /** Is called with each process of the server. */
  onStart?: (pid: number) => void
}): Promise<Supervised> {
  const backoff = createBackoff(options.pauses ?? restartPauses)
  let child: ChildProcess
  let startedAt = 0
  let pending: NodeJS.Timeout | undefined
  let probing: NodeJS.Timeout | undefined
  let ready = false
  let stopping = false
  let restarting = false
  let restarts = 0
  let isDown = false
  let downSince = 0
  let unanswered = 0
  let hasAnswered = false
  const { limit = Number.POSITIVE_INFINITY, readyTimeoutMs, stopTimeoutMs } = options
  const { promise: gaveUp, resolve: giveUp } = Promise.withResolvers<string>()

  const ended = (): boolean => child.exitCode !== null || child.signalCode !== null

  // In its own process group: Ctrl-C would otherwise signal it twice, and the second signal cuts requests off.
  const start = (): void => {
    startedAt = Date.now()
    hasAnswered = false
    unanswered = 0
    child = spawn(process.execPath, options.args, {
      cwd: options.cwd,
      env: options.env,
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    if (child.pid !== undefined) options.onStart?.(child.pid)
    child.once('exit', (code, signal) => ready && !stopping && handleExit(signal ?? `code ${code}`))
  }

  /** Says how long the server was away. */
  const reportReturn = async (): Promise<void> => {
    const started = child
    while (!(await answers(options.readyUrl))) {
      if (child !== started || ended() || stopping) return
      await wait(pollMs)
    }
    if (child !== started || stopping) return
    hasAnswered = true
    options.log(`The server is ready again, ${((Date.now() - downSince) / 1000).toFixed(1)} s after it stopped.`)
    isDown = false
  }

  const handleExit = (how: string): void => {
    if (restarting) {
      restarting = false
      downSince = Date.now()
      start()
      return void reportReturn()
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
    // Of an outage in which it also dies while it starts, the first death counts.
    if (!isDown) downSince = Date.now()
    isDown = true
    const pause = wasSteady ? 0 : backoff.next()
    const when = pause < 1000 ? '' : ` in ${Math.round(pause / 1000)} s`
    options.log(`The server stopped unexpectedly (${how}) and is started again${when}.`)
    pending = setTimeout(() => {
      start()
      void reportReturn()
    }, pause)
  }

  const stop = async (): Promise<void> => {
    stopping = true
    clearTimeout(pending)
    clearInterval(probing)
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    const cut = stopTimeoutMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
    await exited
    clearTimeout(cut)
  }

  /** A start may take long, so a server counts as hung only after it has answered. */
  const probe = async (): Promise<void> => {
    const probed = child
    const answered = (await statusOf(options.readyUrl, options.probeMs)) !== undefined
    if (child !== probed || ended() || stopping) return
    unanswered = answered ? 0 : unanswered + 1
    if (answered) hasAnswered = true
    if (!hasAnswered || unanswered < lostProbes) return
    options.log(`The server runs but answered none of ${lostProbes} calls in a row. It is killed.`)
    child.kill('SIGKILL')
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
  hasAnswered = true
  if (ended()) handleExit('while starting')
  if (options.probeMs !== undefined) probing = setInterval(() => void probe(), options.probeMs).unref()

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

const answers = async (url: string): Promise<boolean> => (await statusOf(url)) === 200

/** Returns the status of an answer; undefined without one in time. */
async function statusOf(url: string, timeoutMs = 5000): Promise<number | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
    await response.body?.cancel()
    return response.status
  } catch {
    return undefined
  }
}
