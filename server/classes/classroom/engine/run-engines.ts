import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { engineEvent } from '#contract/classes/classroom-engine.ts'
import type { System } from '#server/platform/auth/principal.ts'
import { row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { type EngineAddress, readEngineState } from './call-engine.ts'
import { endLostRights } from './end-lost-rights.ts'
import { engineSecret } from './engine-secret.ts'

/** Milliseconds before an engine that ended is started again: doubling, until it ran for a minute. */
const shortestPause = 200
const longestPause = 30_000
const steadyAfter = 60_000
/** Milliseconds between two looks for people who may no longer be in a class. A right that ends is to end the stream within two seconds. */
const lookEvery = 1000
const stopTimeoutMs = 3000

const startEngine = statement(
  'start_engine',
  `insert into classroom_engines (id, control_url, started_at) values ($1, $2, app_now())`,
)
const endEngine = statement(
  'end_engine',
  `update classroom_engines set stopped_at = app_now() where id = $1 and stopped_at is null`,
)

// Its classes are told, so that browsers do not wait for the silence of a dead line.
const tellEngineGone = statement(
  'tell_engine_gone',
  `select tell_class(m.session_id, json_build_object('type', 'notice', 'at', class_instant(app_now()), 'code', 'engine_gone',
     'message', 'The picture comes back in a moment.'))
   from classroom_meetings m join class_sessions s on s.id = m.session_id
   where m.engine_id = $1 and s.ends_at > app_now() - interval '1 hour'`,
)
const engineById = statement<EngineAddress>('engine_by_id', `select id, control_url from classroom_engines where id = $1`)
const tellClassSources = statement(
  'tell_class_sources',
  `select tell_class($1, json_build_object('type', 'stage', 'at', class_instant(app_now()), 'sources', to_json($2::text[])))`,
)

export interface Engines {
  /** Ends the engines, and with them the connections of their classes. */
  stop(): Promise<void>
}

type EngineDeps = Pick<Deps, 'config' | 'db' | 'log'>

/** Starts the engines of this process and keeps them running. Returns at once: nobody waits for an engine but a class. */
export function runEngines(deps: EngineDeps, system: System): Engines {
  const { engines } = deps.config.classroom
  const running = Array.from({ length: engines }, (_, index) => keepRunning(deps, system, index))
  return { stop: async () => void (await Promise.all(running.map((engine) => engine.stop()))) }
}

function keepRunning(deps: EngineDeps, system: System, index: number): Engines {
  let stopping = false
  let pause = shortestPause
  let restart: NodeJS.Timeout | undefined
  let current: { child: ChildProcess; ended: Promise<void> } | undefined
  const start = () => {
    const began = performance.now()
    const engine = startProcess(deps, system, index)
    current = engine
    void engine.ended.then(() => {
      if (stopping) return
      pause = performance.now() - began > steadyAfter ? shortestPause : Math.min(longestPause, pause * 2)
      deps.log.warn({ engine: index, pause }, 'a classroom engine ended and is started again')
      restart = setTimeout(start, pause)
    })
  }
  start()
  return {
    async stop() {
      stopping = true
      clearTimeout(restart)
      if (!current) return
      const { child, ended } = current
      child.kill('SIGTERM')
      const late = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
      await ended
      clearTimeout(late)
    },
  }
}

function startProcess(deps: EngineDeps, system: System, index: number): { child: ChildProcess; ended: Promise<void> } {
  const { udpPort, bindAddress, publicAddresses, maxViewers } = deps.config.classroom
  const id = randomUUID()
  // Nothing of the server's environment: the engine needs no other secret.
  const child = fork(fileURLToPath(new URL('../../../../classroom/main.ts', import.meta.url)), {
    execArgv: [],
    env: {
      ENGINE_SECRET: engineSecret(deps.config, id),
      ENGINE_UDP_PORT: String(udpPort === 0 ? 0 : udpPort + index),
      ENGINE_MAX_VIEWERS: String(maxViewers),
      ...(bindAddress !== undefined && { ENGINE_BIND_ADDRESS: bindAddress }),
      ...(publicAddresses !== undefined && { ENGINE_PUBLIC_ADDRESSES: publicAddresses.join(',') }),
    },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const lastWords: string[] = []
  child.stderr
    ?.setEncoding('utf8')
    .on('data', (text: string) => lastWords.splice(0, lastWords.length, ...[...lastWords, text].slice(-20)))
  const note = (work: Promise<unknown>) =>
    void work.catch((error: unknown) => deps.log.warn({ err: error, engine: index }, 'a classroom engine could not be noted'))
  let guard: NodeJS.Timeout | undefined
  let telling = Promise.resolve()
  child.on('message', (message) => {
    const event = engineEvent.safeParse(message).data
    if (event?.type === 'fault') deps.log.error({ engine: index, fault: event.message }, 'a classroom engine had a fault')
    // One after the other: an earlier look that is told later would hide what came between.
    if (event?.type === 'source') {
      const sessionId = Number(event.room)
      telling = telling.then(() => tellStage(deps, id, sessionId))
      note(telling)
      telling = telling.catch(() => undefined)
    }
    if (event?.type !== 'listening') return
    const url = `http://127.0.0.1:${event.control_port}`
    note(rows(deps.db, startEngine, [id, url]))
    deps.log.info({ engine: index, udpPort: event.udp_port }, 'a classroom engine listens')
    guard = guardRights(deps, system, { id, control_url: url })
  })
  const ended = new Promise<void>((resolve) => {
    const end = (code: number | null, signal: string | null) => {
      clearInterval(guard)
      deps.log.info({ engine: index, code, signal, output: lastWords.join('').slice(-2000) }, 'a classroom engine ended')
      rows(deps.db, endEngine, [id])
        .then(() => rows(deps.db, tellEngineGone, [id]))
        // Who does not reach it notes its end.
        .catch(() => undefined)
        .finally(resolve)
    }
    child.once('exit', end)
    // The process could not be made at all.
    child.once('error', () => end(null, null))
  })
  return { child, ended }
}

/** Tells everybody in a class what is on the air. */
async function tellStage(deps: EngineDeps, engineId: string, sessionId: number): Promise<void> {
  const engine = await row(deps.db, engineById, [engineId])
  const state = engine && (await readEngineState(deps, engine))
  const sources = state?.rooms.find(({ room }) => room === String(sessionId))?.sources ?? []
  await rows(deps.db, tellClassSources, [sessionId, sources])
}

/** Looks from time to time for people in an engine's classes who may no longer be there. */
function guardRights(deps: EngineDeps, system: System, engine: { id: string; control_url: string }): NodeJS.Timeout {
  let isLooking = false
  return setInterval(() => {
    if (isLooking) return
    isLooking = true
    endLostRights(deps, system, engine)
      .catch((error: unknown) => deps.log.warn({ err: error }, 'the rights of people in a class could not be read'))
      .finally(() => void (isLooking = false))
  }, lookEvery)
}
