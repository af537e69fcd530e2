import type { Row } from './open-store.ts'
import { runJobs } from './run-jobs.ts'
import type { Sandbox } from './sandbox.ts'
import { sign } from './sign.ts'

const maxConcurrent = 4
const firstRetryMs = 5_000
const longestRetryMs = 3_600_000
const longestTimerMs = 2_147_483_647

/** Runs due jobs, then delivers due webhooks. */
export interface Worker {
  /** Starts due work without waiting for it. */
  wake(): void
  /** Resolves when nothing is due; returns the number of delivery attempts. */
  drain(): Promise<number>
  /** Stops the worker; interrupted deliveries stay queued. */
  stop(): Promise<void>
}

export function startWorker(sandbox: Sandbox, timeoutMs: number): Worker {
  const inFlight = new Map<number, { order: string; done: Promise<void> }>()
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined

  // One delivery at a time per order, so that only a fault changes the order of events.
  const claim = (): Row | undefined => {
    if (inFlight.size >= maxConcurrent || stopping.signal.aborted) return undefined
    const busy = [...inFlight.values()].map((one) => one.order)
    return sandbox.store
      .all(
        `select d.*, e.id as event_id, e.event, e.body, coalesce(e.order_id, e.id) as lane from deliveries d join events e on e.id = d.event_id
         where d.state = 'pending' and d.due_at <= ? order by d.due_at, d.seq limit 50`,
        sandbox.clock.now(),
      )
      .find((row) => !busy.includes(String(row['lane'])))
  }

  const deliver = async (row: Row): Promise<void> => {
    const seq = Number(row['seq'])
    const attempts = Number(row['attempts']) + 1
    const answer = await send(sandbox, row, AbortSignal.any([stopping.signal, AbortSignal.timeout(timeoutMs)]))
    if (stopping.signal.aborted) return
    if (answer.ok) {
      sandbox.store.run(
        `update deliveries set state = 'delivered', attempts = ?, last_status = ?, last_error = null where seq = ?`,
        attempts,
        answer.status,
        seq,
      )
      return
    }
    const due = sandbox.clock.now() + Math.min(firstRetryMs * 2 ** (attempts - 1), longestRetryMs)
    const state = due > Number(row['expires_at']) ? 'given_up' : 'pending'
    sandbox.store.run(
      'update deliveries set state = ?, attempts = ?, due_at = ?, last_status = ?, last_error = ? where seq = ?',
      state,
      attempts,
      due,
      answer.status,
      answer.error,
      seq,
    )
    sandbox.log(
      `webhook ${String(row['event'])} ${String(row['event_id'])}: ${answer.error}${state === 'given_up' ? ', given up' : ''}`,
    )
  }

  const drain = async (): Promise<number> => {
    let tried = 0
    while (!stopping.signal.aborted) {
      runJobs(sandbox)
      for (let row = claim(); row; row = claim()) {
        const seq = Number(row['seq'])
        tried += 1
        inFlight.set(seq, { order: String(row['lane']), done: deliver(row).finally(() => inFlight.delete(seq)) })
      }
      if (inFlight.size === 0) break
      await Promise.race([...inFlight.values()].map((one) => one.done))
    }
    arm()
    return tried
  }

  const arm = (): void => {
    clearTimeout(timer)
    if (stopping.signal.aborted) return
    const next = sandbox.store.get(
      `select min(due_at) as due from (select due_at from deliveries where state = 'pending' union all select due_at from jobs)`,
    )?.['due']
    if (typeof next !== 'number') return
    timer = setTimeout(wake, Math.min(Math.max(next - sandbox.clock.now(), 0), longestTimerMs))
    timer.unref()
  }

  const wake = (): void => {
    drain().catch((error: unknown) => sandbox.log(`webhook worker: ${String(error)}`))
  }

  return {
    wake,
    drain,
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await Promise.all([...inFlight.values()].map((one) => one.done))
    },
  }
}

interface Answer {
  ok: boolean
  status: number | null
  error: string | null
}

async function send(sandbox: Sandbox, row: Row, signal: AbortSignal): Promise<Answer> {
  const body = String(row['body'])
  const orderId = String(row['lane'])
  const tampered = sandbox.faults.take('webhooks', orderId, ['tamper']) !== undefined
  try {
    const response = await fetch(sandbox.webhookUrl, {
      method: 'POST',
      redirect: 'manual',
      signal,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Razorpay-Webhook/v1',
        'x-razorpay-signature': sign(body, sandbox.webhookSecret),
        'x-razorpay-event-id': String(row['event_id']),
      },
      body: tampered ? tamper(body) : body,
    })
    await response.body?.cancel()
    return { ok: response.ok, status: response.status, error: response.ok ? null : `answered ${response.status}` }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
    return { ok: false, status: null, error: cause === '' ? 'no connection' : cause }
  }
}

/** Changes the amounts after signing. */
function tamper(body: string): string {
  return body.replaceAll(/"amount":(\d+)/g, (_, amount: string) => `"amount":${Number(amount) + 100}`)
}
