import pg from 'pg'
import type { Logger } from 'pino'
import { connectionSettings } from '#server/platform/db/connect.ts'
import type { ResponseCache } from './response-cache.ts'

/** Milliseconds between attempts to reconnect. The first attempt follows at once. */
const retryAfter = 1000
/** Milliseconds between two heartbeats, and the timeout of each. */
const heartbeat = { every: 5000, answerWithin: 5000 }

interface Options {
  connectionString: string
  responseCache: ResponseCache
  log: Logger
  beat?: typeof heartbeat
}

/**
 * Invalidates this process's cache entries after a change by any process. While the connection is lost every entry is
 * stale, because changes are not reported.
 */
export function listenForChanges(options: Options): { ready: Promise<void>; stop: () => Promise<void> } {
  const { responseCache, log, beat: { every, answerWithin } = heartbeat } = options
  let client: pg.Client | undefined
  let stopped = false
  let timer: NodeJS.Timeout | undefined

  async function listen(): Promise<void> {
    const next = new pg.Client({
      ...connectionSettings,
      connectionString: options.connectionString,
      connectionTimeoutMillis: answerWithin,
      query_timeout: answerWithin,
    })
    client = next
    let listening = false
    let disconnected = false
    const disconnect = (error?: Error) => {
      if (disconnected || stopped) return
      disconnected = true
      clearTimeout(timer)
      if (listening) {
        responseCache.markAllStale(false)
        log.warn({ err: error }, 'change listener disconnected, cached responses are stale')
      } else responseCache.noteDatabaseAway()
      next.end().catch(() => undefined)
      timer = setTimeout(() => void listen(), listening ? 0 : retryAfter)
    }
    next.on('error', disconnect)
    next.on('end', () => disconnect())
    // The notifications of one transaction arrive together, so they are one invalidation.
    let changed = new Set<string>()
    const invalidate = () => {
      const tags = changed
      changed = new Set()
      responseCache.invalidate(tags)
    }
    next.on('notification', ({ payload }) => {
      if (!payload) return
      if (changed.size === 0) queueMicrotask(invalidate)
      changed.add(payload)
    })
    const onTimeout = (error: Error) => {
      disconnect(error)
      responseCache.noteDatabaseAway()
    }
    // A silent connection looks open, so only a query detects that changes are missed.
    const beat = () => {
      timer = setTimeout(() => void next.query('select 1').then(beat, onTimeout), every)
    }
    try {
      await next.connect()
      await next.query('listen cache_invalidated')
      if (stopped) return
      listening = true
      responseCache.markAllStale(true)
      beat()
    } catch (error) {
      disconnect(error instanceof Error ? error : undefined)
    }
  }

  return {
    ready: listen(),
    async stop() {
      stopped = true
      clearTimeout(timer)
      await client?.end().catch(() => undefined)
    },
  }
}
