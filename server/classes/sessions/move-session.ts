import type { SessionOutcome } from '#contract/classes/staff/sessions.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { changeClass, type ClassTarget, isAtTime, refuseUnlessAhead } from './change-class.ts'
import { timingOf } from './class-timing.ts'

/**
 * Moves a class. It keeps its identity, its first planned start, and stays out of later generations.
 * @throws HttpError 400 for a time in the past; 404; 409 when it is cancelled or over, or another class is at that time
 * @throws StaleVersion
 */
export async function moveSession(
  deps: Deps,
  staff: Staff,
  { starts_at, minutes, ...target }: ClassTarget & { starts_at: string; minutes: number },
): Promise<SessionOutcome> {
  return changeClass(deps, staff, target, async (tx, session) => {
    refuseUnlessAhead(session)
    if (isAtTime(session, { starts_at, minutes })) return {}
    const timing = await timingOf(tx, { starts_at, minutes })
    return { ...timing, edited: true, moved_from: movedFrom(session, timing.starts_at) }
  })
}

/** Null for a class that is back at its first planned start. */
export function movedFrom(session: { starts_at: string; moved_from: string | null }, startsAt: string): string | null {
  const first = session.moved_from ?? session.starts_at
  return first === startsAt ? null : first
}
