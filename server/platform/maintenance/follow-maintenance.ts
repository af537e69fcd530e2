import { setTimeout as wait } from 'node:timers/promises'
import type { Deps } from '#server/deps.ts'

/** Milliseconds between two looks. */
const lookEveryMs = 500

type Followed = Pick<Deps, 'maintenance' | 'jobs' | 'responseCache' | 'log'>

/** Stops and starts what of this process runs by itself, as the operator switches. Returns what ends it. */
export function followMaintenance(deps: Followed): { stop(): Promise<void> } {
  const stopping = new AbortController()
  let wasOn = false
  const look = async () => {
    const isOn = deps.maintenance.isOn()
    if (isOn !== wasOn) {
      wasOn = isOn
      // Pages have the notice, or have it no more.
      deps.responseCache.markChanged()
      if (!isOn) await deps.jobs.resume()
      deps.log.warn(isOn ? 'maintenance begins: the school is only read' : 'maintenance is over')
    }
    if (!isOn) return
    deps.maintenance.endSockets()
    if (!deps.jobs.isPaused()) await deps.jobs.pause()
  }
  const following = (async () => {
    while (!stopping.signal.aborted) {
      await look().catch((error: unknown) =>
        deps.log.error({ err: error }, 'the switch to maintenance failed and is tried again'),
      )
      await wait(lookEveryMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await following
    },
  }
}
