import pg from 'pg'
import type { Logger } from 'pino'
import { connectionSettings } from '../db/connect.ts'
import type { Kept } from './kept.ts'

/** Milliseconds between tries to hear of changes again. */
const retryAfter = 1000
/** Milliseconds between looks whether the connection still answers, and how long an answer may take. */
const heartbeatEvery = 5000
const heartbeatTimeout = 5000

/**
 * Drops what a change touches, in this process, whichever process made it. While the connection is lost
 * nothing is kept, because nobody would say what changed.
 */
export function listenForChanges(options: { connectionString: string; kept: Kept; log: Logger }): {
  ready: Promise<void>
  stop: () => Promise<void>
} {
  const { kept, log } = options
  let client: pg.Client | undefined
  let stopped = false
  let timer: NodeJS.Timeout | undefined

  async function listen(): Promise<void> {
    const next = new pg.Client({ ...connectionSettings, connectionString: options.connectionString })
    client = next
    let lost = false
    const lose = (error?: Error) => {
      if (lost || stopped) return
      lost = true
      kept.flush(false)
      log.warn({ err: error }, 'not hearing of changes, keeping no pages')
      next.end().catch(() => undefined)
      timer = setTimeout(() => void listen(), retryAfter)
    }
    next.on('error', lose)
    next.on('end', () => lose())
    next.on('notification', (message) => {
      if (message.payload) kept.drop(message.payload)
    })
    try {
      await next.connect()
      await next.query('listen kept_changed')
      if (!stopped) kept.flush(true)
      // A connection that has gone silent reports no loss, and no change either.
      const beat = () => next.query({ text: 'select 1', query_timeout: heartbeatTimeout }).then(schedule, lose)
      const schedule = () => {
        if (!lost && !stopped) timer = setTimeout(() => void beat(), heartbeatEvery)
      }
      schedule()
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
