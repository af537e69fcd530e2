import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { ERRORS, type Lock, type Locker } from '@tus/server'
import { type Queryable, row, rows, statement } from '#server/platform/db/query.ts'

/** Seconds after which the lock of a dead process is free. */
const leaseSeconds = 15
/** Milliseconds between two looks at the lock, by who holds it and by who waits for it. */
const lookEvery = 500
/** Looks of one request. The holder ends within a second of being asked, or has died. */
const mostLooks = 45

const takeLock = statement<{ writer: string }>(
  'take_lock',
  `insert into recording_upload_writers as w (key, writer, until) values ($1, $2, app_now() + make_interval(secs => $3))
   on conflict (key) do update set writer = excluded.writer, until = excluded.until, asked = false where w.until < app_now()
   returning writer`,
)
const askForLock = statement('ask_for_lock', `update recording_upload_writers set asked = true where key = $1`)
const renewLock = statement<{ asked: boolean }>(
  'renew_lock',
  `update recording_upload_writers set until = app_now() + make_interval(secs => $3) where key = $1 and writer = $2 returning asked`,
)
const freeLock = statement('free_lock', `delete from recording_upload_writers where key = $1 and writer = $2`)

/** The error of the protocol's own locks, as an Error. */
class LockTimeout extends Error {
  readonly status_code = ERRORS.ERR_LOCK_TIMEOUT.status_code
  readonly body = ERRORS.ERR_LOCK_TIMEOUT.body
}

/**
 * Lets one request at a time write to an upload, over all processes. A browser that lost its connection asks again while the
 * server still waits for the old one, which is then ended.
 */
export function uploadLocker(db: Queryable): Locker {
  return { newLock: (id) => uploadLock(db, id) }
}

/** Asks the request that writes to an upload now to end, which it does within seconds. */
export async function endWriter(db: Queryable, id: string): Promise<void> {
  await rows(db, askForLock, [id])
}

function uploadLock(db: Queryable, id: string): Lock {
  const writer = randomUUID()
  const ended = new AbortController()
  return {
    async lock(signal, cancel) {
      for (let count = 0; count < mostLooks; count += 1) {
        if (signal.aborted) throw new LockTimeout()
        if (await row(db, takeLock, [id, writer, leaseSeconds])) {
          void renew(cancel)
          return
        }
        await rows(db, askForLock, [id])
        await pause(lookEvery)
      }
      throw new LockTimeout()
    },
    async unlock() {
      ended.abort()
      await rows(db, freeLock, [id, writer])
    },
  }

  async function renew(cancel: () => Promise<void> | void): Promise<void> {
    while (!ended.signal.aborted) {
      try {
        await pause(lookEvery, undefined, { signal: ended.signal, ref: false })
        const held = await row(db, renewLock, [id, writer, leaseSeconds])
        // Lost after a long pause of this process: somebody else writes.
        if (ended.signal.aborted || (held && !held.asked)) continue
        await cancel()
        return
      } catch {
        // The lock has ended, or the database can't be asked: the lease then runs out.
      }
    }
  }
}
