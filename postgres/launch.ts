import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { prepareArchive } from './archive.ts'
import { awaitServer, awaitStop } from './await-server.ts'
import { createBackoff } from './backoff.ts'
import { findCause } from './find-cause.ts'
import { isRunningPostgres, livePostmaster, readPostmaster, removeStaleLock } from './find-postmaster.ts'
import { initialiseCluster } from './initialise-cluster.ts'
import { LaunchError, StartError } from './launch-error.ts'
import { addressOf, createDatabase, findRefusal, openSocketDir } from './open-socket.ts'
import { placeCluster } from './place-cluster.ts'
import { prepareBinaries } from './prepare-binaries.ts'
import { joinCluster } from './share-cluster.ts'
import type { Server } from './spawn-server.ts'
import { spawnServer } from './spawn-server.ts'

const otherStartTimeoutMs = 60_000
/** Attempts of the first start. A start that crashes may be followed by a recovery. */
const firstAttempts = 4
/** A start that fails costs little, and a disk that has space again is noticed within seconds. */
const restartPauses = { shortest: 200, longest: 2000 }
/** Milliseconds of uptime after which a crashed server restarts without a pause. */
const steadyAfter = 60_000
/** PostgreSQL's code for a full disk. */
const diskFull = '53100'
/** Milliseconds between checks of a server that another process started. */
const pollMs = 250
const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export type Postgres = {
  connectionString: string
  socketDir: string
  /** Keeps the server running for another process too, which may outlive this one. */
  shareWith(pid: number): void
  /** Releases the server, which stops with its last user. */
  stop(): Promise<void>
  /** False when the server was already running. */
  startedHere: boolean
}

interface Running {
  /** Null when another process started the server. */
  started: Server | null
  ended(): Promise<void>
  findCause(): string | undefined
}

/**
 * Returns a PostgreSQL server on `dataDir`, over a private unix socket. Joins a running server or starts one, creating the
 * cluster first if needed. Restarts a crashed server while this process uses it.
 * @throws LaunchError with one line that says what to do
 */
export async function launchPostgres(options: {
  dataDir: string
  fsync?: boolean
  log?: (line: string) => void
  /** Milliseconds between attempts to start a crashed server. */
  pauses?: { shortest: number; longest: number }
  /** Folder of a stopped cluster that a new one is copied from, when it can be read. */
  template?: string
}): Promise<Postgres> {
  const { fsync = true, log = () => {}, pauses = restartPauses } = options
  const dataDir = resolve(options.dataDir)
  const location = placeCluster(dataDir)
  const users = joinCluster(dataDir)
  const leaving = new AbortController()
  const untilLeft = { signal: leaving.signal }
  let socketDir = ''

  /** Connects first and starts a server only when that fails, because a server survives its killed launcher. */
  async function start(): Promise<Running> {
    const deadline = Date.now() + otherStartTimeoutMs
    for (;;) {
      const running = readPostmaster(location.cluster)
      const refusal = running === null ? undefined : await findRefusal(running.socketDir)
      if (running !== null && refusal === undefined) {
        socketDir = running.socketDir
        return { started: null, ended: () => untilGone(running.pid), findCause: () => undefined }
      }
      const pid = livePostmaster(location.cluster)
      if (pid !== null) {
        const isDiskFull = refusal?.code === diskFull
        if (isDiskFull || Date.now() > deadline) {
          const problem = `PostgreSQL (process ${pid}) holds ${location.cluster} but`
          throw isDiskFull
            ? new StartError(`${problem} takes no connection (${refusal?.message}): make space on its disk and try again.`)
            : new LaunchError(
                `${problem} does not answer. Try again later. If no school uses it, stop it with "kill -INT ${pid}".`,
              )
        }
        await wait(100)
        continue
      }
      const binaries = prepareBinaries(location.home, location.account)
      await initialiseCluster(location, binaries, { fsync, template: options.template })
      if (fsync) prepareArchive(location)
      removeStaleLock(location.cluster)
      socketDir ||= openSocketDir(location)
      const server = spawnServer(location, binaries, socketDir, fsync)
      if (await awaitServer(location, server)) {
        return { started: server, ended: () => server.exited, findCause: () => findCause(server.readLog(), location.cluster) }
      }
      await wait(100)
    }
  }

  /** Polls until a server that another process started has ended. */
  async function untilGone(pid: number): Promise<void> {
    while (isRunningPostgres(pid)) await wait(pollMs, undefined, { ...untilLeft, ref: false })
  }

  async function startFirst(): Promise<Running> {
    const backoff = createBackoff(pauses)
    for (let attempt = 1; ; attempt++) {
      try {
        return await start()
      } catch (error) {
        if (!(error instanceof StartError) || attempt === firstAttempts) throw error
        await wait(backoff.next())
      }
    }
  }

  /** Restarts the server whenever it ends, with backoff, until this process leaves. */
  async function restartWhenEnded(first: Running): Promise<void> {
    const backoff = createBackoff(pauses)
    let running: Running | null = first
    let reported = ''
    const report = (line: string) => {
      if (line !== reported) log(line)
      reported = line
    }
    let endedAt = 0
    for (;;) {
      const since = Date.now()
      if (running !== null) {
        await running.ended()
        endedAt = Date.now()
        if (leaving.signal.aborted) return
        const cause = running.findCause()
        log(`PostgreSQL stopped unexpectedly${cause === undefined ? '' : ` (${cause})`} and is started again.`)
        if (Date.now() - since > steadyAfter) backoff.reset()
        else await wait(backoff.next(), undefined, untilLeft)
      }
      try {
        running = await start()
        if (leaving.signal.aborted) return void running.started?.child.kill('SIGINT')
        log(`PostgreSQL runs again, ${((Date.now() - endedAt) / 1000).toFixed(1)} s after it stopped.`)
        reported = ''
      } catch (error) {
        running = null
        report(`${error instanceof Error ? error.message : String(error)} It is tried again by itself.`)
        await wait(backoff.next(), undefined, untilLeft)
      }
    }
  }

  /** Leaves the cluster. Returns the process id it stopped, null when the cluster has other users. */
  function leave(): number | null {
    if (leaving.signal.aborted) return null
    leaving.abort()
    const pid = livePostmaster(location.cluster)
    if (!users.leave() || pid === null) return null
    process.kill(pid, 'SIGINT')
    return pid
  }

  /** A program that handles the signal itself calls `stop`. The default would end this process without its `exit`. */
  function endBySignal(signal: NodeJS.Signals): void {
    if (process.listenerCount(signal) > 0) return
    leave()
    process.kill(process.pid, signal)
  }

  async function stop(): Promise<void> {
    process.off('exit', leave)
    for (const signal of endSignals) process.off(signal, endBySignal)
    const pid = leave()
    if (pid === null) return
    await awaitStop(location.cluster, pid)
    if (!socketDir.startsWith(location.home)) rmSync(socketDir, { recursive: true, force: true })
  }

  process.once('exit', leave)
  for (const signal of endSignals) process.once(signal, endBySignal)
  try {
    const first = await startFirst()
    // Only leaving ends this loop, by an aborted wait.
    restartWhenEnded(first).catch((error: unknown) => {
      if (!leaving.signal.aborted) throw error
    })
    await createDatabase(socketDir)
    const shareWith = (pid: number) => users.add(pid)
    return { connectionString: addressOf(socketDir), socketDir, startedHere: first.started !== null, shareWith, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
