import type { FoundStudent } from '#contract/staff/hand-enrolments.ts'
import type { Staff } from '../auth/principal.ts'
import { holdersOfPhone, studentWords } from '../accounts/student-words.ts'
import { containing } from '../db/containing.ts'
import { rows, statement } from '../db/query.ts'
import type { Deps } from '../deps.ts'

// Names and addresses that begin with the words come first. A phone number is found as people write it. Closed accounts can't be enrolled, so they are left out.
const columns = 'id, full_name as name, email, phone, verified_at is not null as is_verified'
const studentsByWords = statement<FoundStudent>(
  'students_by_words',
  `select ${columns} from users u
   where disabled_at is null and erased_at is null
     and (lower(${studentWords('u')}) like ${containing('$1')} or u.id = any (array(${holdersOfPhone('$1')})))
   order by position(lower($1) in lower(full_name)) <> 1 and position(lower($1) in email) <> 1, lower(full_name), id
   limit 10`,
)
const newestStudents = statement<FoundStudent>(
  'newest_students',
  `select ${columns} from users where disabled_at is null and erased_at is null order by id desc limit 10`,
)

/** Returns at most ten students by name, address or phone; the newest without words. */
export async function findStudents(
  deps: Pick<Deps, 'db'>,
  _staff: Staff,
  { q = '' }: { q?: string | undefined },
): Promise<FoundStudent[]> {
  return q === '' ? rows(deps.db, newestStudents) : rows(deps.db, studentsByWords, [q])
}
