import type { ParsedOf } from '#contract/endpoint.ts'
import type { SessionRecord, sessions } from '#contract/classes/staff/sessions.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { invalid } from '#server/platform/errors/errors.ts'
import type { Target } from '#server/platform/http/resource.ts'
import { changeClass, isAtTime, refuseUnlessAhead } from './change-class.ts'
import { timingOf } from './class-timing.ts'
import { movedFrom } from './move-session.ts'

/**
 * Changes the given fields of a class. Another start or length moves it; a link or classroom of its own keeps it out of later generations.
 * @throws HttpError 400 for another batch or a time in the past; 404; 409; StaleVersion
 */
export async function changeSession(
  deps: Deps,
  staff: Staff,
  { body, ...target }: Target & { body: ParsedOf<(typeof sessions)['endpoints']['change']>['body'] },
): Promise<SessionRecord> {
  const { batch_id, starts_at, minutes, ...given } = body
  const outcome = await changeClass(deps, staff, { ...target, preview: false }, async (tx, session) => {
    if (batch_id !== undefined && batch_id !== session.batch_id) {
      throw invalid('A class stays with its batch.', { batch_id: ['A class stays with its batch.'] })
    }
    const words = differing(given, session)
    const columns = words.classroom_url || words.classroom_provider ? { ...words, edited: true } : words
    const length = (Date.parse(session.ends_at) - Date.parse(session.starts_at)) / 60_000
    const asked = { starts_at: starts_at ?? session.starts_at, minutes: minutes ?? length }
    if (isAtTime(session, asked)) return columns
    refuseUnlessAhead(session)
    const timing = await timingOf(tx, asked)
    return { ...columns, ...timing, edited: true, moved_from: movedFrom(session, timing.starts_at) }
  })
  return outcome.session
}

/** The words whose value the class does not have yet. */
function differing<Words extends object>(words: Words, session: Partial<Words>): Partial<Words> {
  const entries = Object.entries(words).filter(([field, value]) => value !== session[field as keyof Words])
  return Object.fromEntries(entries) as Partial<Words>
}
