import type { FoundStudent } from '#contract/money/staff/hand-enrolments.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { holdersOfPhone, studentsFound } from '#server/people/accounts/student-words.ts'
import { plannedEachTime, rows, statement } from '#server/platform/db/query.ts'
import { isAddress, wholeAddress } from '#server/platform/db/whole-address.ts'
import type { Deps } from '#server/deps.ts'

const columns = 'u.id, u.full_name as name, u.email, u.phone, u.verified_at is not null as is_verified'
// Closed accounts can't be enrolled, so they are left out.
const isOpen = 'u.disabled_at is null and u.erased_at is null'
const studentsByWords = plannedEachTime(
  statement<FoundStudent>(
    'students_by_words',
    `with found as (${studentsFound('$1', '10', isOpen, holdersOfPhone('$1'))})
   select ${columns} from found f join users u on u.id = f.id
   order by f.place, folded(u.full_name), u.id
   limit 10`,
  ),
)
const studentsByAddress = plannedEachTime(
  statement<FoundStudent>(
    'students_by_address',
    `select ${columns} from users u where ${isOpen} and ${isAddress('u.email', '$1')} order by u.email limit 10`,
  ),
)
const newestStudents = statement<FoundStudent>(
  'newest_students',
  `select ${columns} from users u where ${isOpen} order by u.id desc limit 10`,
)

/** Returns at most ten students by name, address or phone; the newest without words. */
export async function findStudents(
  deps: Pick<Deps, 'db'>,
  _staff: Staff,
  { q = '' }: { q?: string | undefined },
): Promise<FoundStudent[]> {
  if (q === '') return rows(deps.db, newestStudents)
  const address = wholeAddress(q)
  return address === null ? rows(deps.db, studentsByWords, [q]) : rows(deps.db, studentsByAddress, [address])
}
