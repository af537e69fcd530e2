import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { awaitServer, awaitStop } from './await-server.ts'
import { livePostmaster, readPostmaster, removeStaleLock } from './find-postmaster.ts'
import { initialiseCluster } from './initialise-cluster.ts'
import { LaunchError } from './launch-error.ts'
import { addressOf, answers, createDatabase, openSocketDir } from './open-socket.ts'
import { placeCluster } from './place-cluster.ts'
import { prepareBinaries } from './prepare-binaries.ts'
import { forgetEarlierUsers, joinCluster } from './share-cluster.ts'
import type { Server } from './spawn-server.ts'
import { spawnServer } from './spawn-server.ts'

const OTHER_START_MILLISECONDS = 60_000
const RESTARTS_A_MINUTE = 5

export type Postgres = {
  connectionString: string
  socketDir: string
  /** Ends this process's use of the server, which stops with its last user. */
  stop(): Promise<void>
  /** False when a server was already running on the directory. */
  startedHere: boolean
}

/**
 * A PostgreSQL server on `dataDir`, over a private unix socket: the running one, else one started here
 * (created first when the directory is empty). A server started here that dies is started again.
 * @throws LaunchError with one line that says what to do
 */
export async function launchPostgres(options: {
  dataDir: string
  fsync?: boolean
  log?: (line: string) => void
}): Promise<Postgres> {
  const { fsync = true, log = () => {} } = options
  const dataDir = resolve(options.dataDir)
  const place = placeCluster(dataDir)
  const users = joinCluster(dataDir)
  const restarts: number[] = []
  let socketDir = ''
  let left = false

  /** Connects first and starts only when that fails: a server outlives a launcher that was cut off. */
  async function start(): Promise<Server | null> {
    const deadline = Date.now() + OTHER_START_MILLISECONDS
    for (;;) {
      const running = readPostmaster(place.cluster)
      if (running !== null && (await answers(running.socketDir))) {
        socketDir = running.socketDir
        return null
      }
      const binaries = prepareBinaries(place.home, place.account)
      await initialiseCluster(place, binaries, fsync)
      removeStaleLock(place.cluster)
      forgetEarlierUsers(dataDir)
      socketDir ||= openSocketDir(place)
      const server = spawnServer(place, binaries, socketDir, fsync)
      if (await awaitServer(place, server)) return server
      if (Date.now() > deadline) {
        const pid = readPostmaster(place.cluster)?.pid
        throw new LaunchError(
          `PostgreSQL (process ${pid}) holds ${place.cluster} but does not answer: stop it with "kill -INT ${pid}" and start again.`,
        )
      }
      await wait(100)
    }
  }

  async function watch(server: Server): Promise<void> {
    await server.exited
    if (left) return
    restarts.push(Date.now())
    if (restarts.filter((at) => at > Date.now() - 60_000).length > RESTARTS_A_MINUTE)
      return log('PostgreSQL keeps stopping and is left stopped.')
    log('PostgreSQL stopped unexpectedly and is started again.')
    try {
      const next = await start()
      if (next !== null) void watch(next)
    } catch (error) {
      log(error instanceof Error ? error.message : String(error))
    }
  }

  /** Leaves the cluster; returns the process that was told to stop, if this was its last user. */
  function leave(): number | null {
    if (left) return null
    left = true
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
    const server = await start()
    if (server !== null) void watch(server)
    await createDatabase(socketDir)
    return { connectionString: addressOf(socketDir), socketDir, startedHere: server !== null, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
