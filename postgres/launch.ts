import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { awaitServer, awaitStop } from './await-server.ts'
import { createBackoff } from './backoff.ts'
import { findCause } from './find-cause.ts'
import { isRunningPostgres, livePostmaster, readPostmaster, removeStaleLock } from './find-postmaster.ts'
import { initialiseCluster } from './initialise-cluster.ts'
import { LaunchError, StartError } from './launch-error.ts'
import { addressOf, answers, createDatabase, openSocketDir } from './open-socket.ts'
import { placeCluster } from './place-cluster.ts'
import { prepareBinaries } from './prepare-binaries.ts'
import { forgetEarlierUsers, joinCluster } from './share-cluster.ts'
import type { Server } from './spawn-server.ts'
import { spawnServer } from './spawn-server.ts'

const OTHER_START_MILLISECONDS = 60_000
/** Attempts of the first start; a start that crashes may be followed by one that recovers. */
const firstAttempts = 4
const restartPauses = { shortest: 200, longest: 30_000 }
/** Milliseconds after which a server counts as steady: its next end is answered at once. */
const steadyAfter = 60_000
/** Milliseconds between looks at a server that is nobody's child here. */
const lookEvery = 250

export type Postgres = {
  connectionString: string
  socketDir: string
  /** Ends this process's use of the server, which stops with its last user. */
  stop(): Promise<void>
  /** False when a server was already running on the directory. */
  startedHere: boolean
}

interface Running {
  /** Null when another process started it. */
  started: Server | null
  ended(): Promise<void>
  findCause(): string | undefined
}

/**
 * A PostgreSQL server on `dataDir`, over a private unix socket: the running one, else one started here
 * (created first when the directory is empty). A server that dies is started again, whoever started it, for as long as
 * this process uses it.
 * @throws LaunchError with one line that says what to do
 */
export async function launchPostgres(options: {
  dataDir: string
  fsync?: boolean
  log?: (line: string) => void
  /** Milliseconds between attempts to start a server that died. */
  pauses?: { shortest: number; longest: number }
}): Promise<Postgres> {
  const { fsync = true, log = () => {}, pauses = restartPauses } = options
  const dataDir = resolve(options.dataDir)
  const place = placeCluster(dataDir)
  const users = joinCluster(dataDir)
  const leaving = new AbortController()
  const untilLeft = { signal: leaving.signal }
  let socketDir = ''

  /** Connects first and starts only when that fails: a server outlives a launcher that was cut off. */
  async function start(isFirst: boolean): Promise<Running> {
    const deadline = Date.now() + OTHER_START_MILLISECONDS
    for (;;) {
      const running = readPostmaster(place.cluster)
      if (running !== null && (await answers(running.socketDir))) {
        socketDir = running.socketDir
        return { started: null, ended: () => untilGone(running.pid), findCause: () => undefined }
      }
      const binaries = prepareBinaries(place.home, place.account)
      await initialiseCluster(place, binaries, fsync)
      removeStaleLock(place.cluster)
      // Later on, who registered long ago may well be another process that waits for this server.
      if (isFirst) forgetEarlierUsers(dataDir)
      socketDir ||= openSocketDir(place)
      const server = spawnServer(place, binaries, socketDir, fsync)
      if (await awaitServer(place, server)) {
        return { started: server, ended: () => server.exited, findCause: () => findCause(server.readLog(), place.cluster) }
      }
      if (Date.now() > deadline) {
        const pid = readPostmaster(place.cluster)?.pid
        throw new LaunchError(
          `PostgreSQL (process ${pid}) holds ${place.cluster} but does not answer: stop it with "kill -INT ${pid}" and start again.`,
        )
      }
      await wait(100)
    }
  }

  /** Waits for the end of a server that another process started, and of whose end nobody tells this one. */
  async function untilGone(pid: number): Promise<void> {
    while (isRunningPostgres(pid)) await wait(lookEvery, undefined, { ...untilLeft, ref: false })
  }

  async function startFirst(): Promise<Running> {
    const backoff = createBackoff(pauses)
    for (let attempt = 1; ; attempt++) {
      try {
        return await start(true)
      } catch (error) {
        if (!(error instanceof StartError) || attempt === firstAttempts) throw error
        await wait(backoff.next())
      }
    }
  }

  /** Starts the server again whenever it ends, with growing pauses while that fails, until this process leaves. */
  async function keepRunning(first: Running): Promise<void> {
    const backoff = createBackoff(pauses)
    let running: Running | null = first
    let reported = ''
    const report = (line: string) => {
      if (line !== reported) log(line)
      reported = line
    }
    for (;;) {
      const since = Date.now()
      if (running !== null) {
        await running.ended()
        if (leaving.signal.aborted) return
        const cause = running.findCause()
        log(`PostgreSQL stopped unexpectedly${cause === undefined ? '' : ` (${cause})`} and is started again.`)
        if (Date.now() - since > steadyAfter) backoff.reset()
        else await wait(backoff.next(), undefined, untilLeft)
      }
      try {
        running = await start(false)
        if (leaving.signal.aborted) return void running.started?.child.kill('SIGINT')
        if (reported !== '') log('PostgreSQL runs again.')
        reported = ''
      } catch (error) {
        running = null
        report(`${error instanceof Error ? error.message : String(error)} It is tried again by itself.`)
        await wait(backoff.next(), undefined, untilLeft)
      }
    }
  }

  /** Leaves the cluster; returns the process that was told to stop, if this was its last user. */
  function leave(): number | null {
    if (leaving.signal.aborted) return null
    leaving.abort()
    const pid = livePostmaster(place.cluster)
    if (!users.leave() || pid === null) return null
    process.kill(pid, 'SIGINT')
    return pid
  }

  async function stop(): Promise<void> {
    process.off('exit', leave)
    const pid = leave()
    if (pid === null) return
    await awaitStop(place.cluster, pid)
    if (!socketDir.startsWith(place.home)) rmSync(socketDir, { recursive: true, force: true })
  }

  process.once('exit', leave)
  try {
    const first = await startFirst()
    // Only leaving ends it, by way of an aborted wait.
    keepRunning(first).catch((error: unknown) => {
      if (!leaving.signal.aborted) throw error
    })
    await createDatabase(socketDir)
    return { connectionString: addressOf(socketDir), socketDir, startedHere: first.started !== null, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
