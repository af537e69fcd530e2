import type { FoundStudent } from '#contract/staff/hand-enrolments.ts'
import type { Staff } from '../auth/principal.ts'
import { rows, statement } from '../db/query.ts'
import type { Deps } from '../deps.ts'

// Names and addresses that begin with the words come first. A phone number is found as people write it. Closed accounts can't be enrolled, so they are left out.
const studentsByWords = statement<FoundStudent>(
  'students_by_words',
  `select id, full_name as name, email, phone, verified_at is not null as is_verified from users
   where disabled_at is null and erased_at is null
     and (position(lower($1) in lower(concat_ws(' ', full_name, email, phone))) > 0
       or $1 similar to '[+0-9 ()-]{10,20}' and phone = right(regexp_replace($1, '[^0-9]', '', 'g'), 10))
   order by case when $1 = '' then -id end, position(lower($1) in lower(full_name)) <> 1 and position(lower($1) in email) <> 1, lower(full_name), id
   limit 10`,
)

/** Returns at most ten students by name, address or phone; the newest without words. */
export async function findStudents(
  deps: Pick<Deps, 'db'>,
  _staff: Staff,
  { q = '' }: { q?: string | undefined },
): Promise<FoundStudent[]> {
  return rows(deps.db, studentsByWords, [q])
}
