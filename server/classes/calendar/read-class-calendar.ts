import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import { readSiteSettings } from '#server/platform/settings/site-settings.ts'
import { type Attendee, findJoinable } from '#server/classes/join/find-joinable.ts'
import { readClassEvent } from './calendar-events.ts'
import { writeCalendar } from './write-calendar.ts'

/**
 * Returns one class as a calendar file. Its event is that of the feed, so a calendar that has both shows one.
 * @throws HttpError 404 for anybody who may not join the class
 */
export async function readClassCalendar(deps: Deps, caller: Attendee, sessionId: number): Promise<string> {
  await findJoinable(deps.db, caller, sessionId)
  const event = await readClassEvent(deps.db, sessionId, caller.kind === 'student' ? caller.id : null)
  if (!event) throw notFound('Class not found.')
  const name = `${(await readSiteSettings(deps)).brand} classes`
  return writeCalendar(deps, { name, reader: caller.kind === 'staff' ? 'staff' : 'student', events: [event] })
}
