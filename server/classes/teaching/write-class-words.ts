import type { ParsedOf } from '#contract/endpoint.ts'
import type { OwnClass, writeClassWords as contract } from '#contract/classes/staff/teaching.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { givesClass } from '#server/classes/sessions/taught-classes.ts'
import { row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, forbidden, StaleVersion } from '#server/platform/errors/errors.ts'
import type { Target } from '#server/platform/http/resource.ts'
import { ownClassRecords } from './own-records.ts'

// The person who teaches the class is asked again here: a substitute may have been named since it was read.
const updateClassWords = statement<{ id: number }>(
  'update_class_words',
  `update class_sessions s set prepare = coalesce($4::text, s.prepare), notes = coalesce($5::text, s.notes)
   from numbered_sessions n
   where s.id = $1 and s.version = any ($2::integer[]) and n.id = s.id and n.standing <> 'cancelled' and ${givesClass('n', '$3')}
   returning s.id`,
)

/**
 * Writes what students prepare for a class and its notes. It tells nobody, and calendars report no change.
 * @throws HttpError 404; 403 for the class of a substitute; 409 for a class that is cancelled; StaleVersion
 */
export async function writeClassWords(
  deps: Deps,
  staff: Staff,
  { id, versions, body }: Target & { body: ParsedOf<typeof contract>['body'] },
): Promise<OwnClass> {
  return staffTransaction(deps, staff, async (tx) => {
    const before = await ownClassRecords.find(tx, id, staff)
    if (!before.mine) throw forbidden(`${before.instructor} teaches this class and writes its words.`)
    if (before.state === 'cancelled') throw conflict('class_cancelled', 'This class is cancelled.')
    const isSame = (['prepare', 'notes'] as const).every((field) => (body[field] ?? before[field]) === before[field])
    if (isSame && versions.includes(before.version)) return before
    const values = [id, versions, staff.id, body.prepare ?? null, body.notes ?? null]
    const written = await row(tx, updateClassWords, values)
    const after = await ownClassRecords.find(tx, id, staff)
    if (!written) throw new StaleVersion(after)
    return after
  })
}
