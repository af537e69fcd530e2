import { type EnteredClass, enterClass } from '#contract/classes/live-class.ts'
import { type JoinState, readJoinState } from '#contract/classes/classes.ts'
import { createClient } from '#contract/client.ts'
import { staffRefresh } from '#contract/people/staff/sign-in.ts'
import { call, send } from '#web/lib/api.ts'

/** How a person calls the server about a live class. */
export interface ClassCalls {
  enter: () => Promise<EnteredClass>
  readState: () => Promise<JoinState>
}

const through = (client: typeof call, sessionId: string, reopens = false): ClassCalls => ({
  // Only the first call opens a class again: a later one comes back after a lost line.
  enter() {
    const query = reopens ? ({ reopen: 'yes' } as const) : {}
    reopens = false
    return client(enterClass, { params: { session_id: sessionId }, query })
  },
  readState: () => client(readJoinState, { params: { session_id: sessionId } }),
})

/** The calls of a student who is signed in. */
export const callsOfStudent = (sessionId: string): ClassCalls => through(call, sessionId)

/** The calls of a guest, by the key of the link in our mail. */
export const callsOfGuest = (sessionId: string, key: string): ClassCalls =>
  through(
    createClient((sent) => send(sent, `Guest ${key}`)),
    sessionId,
  )

/** Seconds after which a staff token is renewed. It lasts ten minutes. */
const renewAfter = 480

/**
 * The calls of a member of staff, whose session is in a cookie that only the server reads.
 * @param reopens goes on with a class that was ended for all
 */
export function callsOfStaff(sessionId: string, reopens: boolean): ClassCalls {
  let access: { token: string; until: number } | undefined
  const token = async () => {
    if (access && access.until > Date.now()) return access.token
    const response = await fetch(`/api${staffRefresh.path}`, { method: 'POST', credentials: 'same-origin' })
    const body = (await response.json().catch(() => ({}))) as { access?: string }
    access = body.access === undefined ? undefined : { token: body.access, until: Date.now() + renewAfter * 1000 }
    return access?.token
  }
  return through(
    createClient(async (sent) => {
      const known = await token()
      return send(sent, known === undefined ? null : `Bearer ${known}`)
    }),
    sessionId,
    reopens,
  )
}
