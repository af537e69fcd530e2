import pg from 'pg'
import type { Logger } from 'pino'
import { connectionSettings } from '../db/connect.ts'
import type { ResponseCache } from './response-cache.ts'

/** Milliseconds between tries to hear of changes again; the first one follows at once. */
const retryAfter = 1000
/** Milliseconds between two questions whether the connection still carries anything, and for each answer. */
const heartbeat = { every: 5000, answerWithin: 5000 }

interface Options {
  connectionString: string
  responseCache: ResponseCache
  log: Logger
  beat?: typeof heartbeat
}

/**
 * Drops what a change touches, in this process, whichever process made it. While the connection is lost
 * nothing is fresh, because nobody would say what changed.
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
    let lost = false
    const lose = (error?: Error) => {
      if (lost || stopped) return
      lost = true
      clearTimeout(timer)
      if (listening) {
        responseCache.markAllStale(false)
        log.warn({ err: error }, 'not hearing of changes, nothing kept is fresh')
      } else responseCache.noteDatabaseAway()
      next.end().catch(() => undefined)
      timer = setTimeout(() => void listen(), listening ? 0 : retryAfter)
    }
    next.on('error', lose)
    next.on('end', () => lose())
    next.on('notification', (message) => {
      if (message.payload) responseCache.invalidate(message.payload)
    })
    const unanswered = (error: Error) => {
      lose(error)
      responseCache.noteDatabaseAway()
    }
    // A connection that went silent looks alive: without a question nobody would learn that changes go unheard.
    const beat = () => {
      timer = setTimeout(() => void next.query('select 1').then(beat, unanswered), every)
    }
    try {
      await next.connect()
      await next.query('listen cache_invalidated')
      if (stopped) return
      listening = true
      responseCache.markAllStale(true)
      beat()
    } catch (error) {
      lose(error instanceof Error ? error : undefined)
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
