import { createHash } from 'node:crypto'
import type { Visitor } from '#server/platform/auth/principal.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { readSiteSettings } from '#server/platform/settings/site-settings.ts'
import { readFeedEvents } from './calendar-events.ts'
import { hashOfFeedSecret, secretIn } from './feed-secret.ts'
import { writeCalendar } from './write-calendar.ts'

const noteFeedReading = statement('note_feed_reading', `update calendar_feeds set last_read_at = app_now() where id = $1`)

/**
 * Returns the calendar at an address below `/calendar/`, for anybody who knows it. Undefined for an address without a feed,
 * whatever the reason.
 */
export async function readFeed(deps: Deps, _visitor: Visitor, file: string): Promise<{ text: string; etag: string } | undefined> {
  const secret = secretIn(file)
  if (secret === undefined) return undefined
  const [feed, { brand }] = await Promise.all([readFeedEvents(deps.db, hashOfFeedSecret(secret)), readSiteSettings(deps)])
  if (!feed) return undefined
  // The calendar is answered also when nothing can be written, such as on a full disk.
  if (feed.is_unread) await rows(deps.db, noteFeedReading, [feed.feed_id]).catch(() => undefined)
  const text = writeCalendar(deps, { name: `${brand} classes`, reader: feed.is_staff ? 'staff' : 'student', events: feed.events })
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` }
}
