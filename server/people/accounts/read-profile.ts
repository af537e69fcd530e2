import type { z } from 'zod'
import type { profile } from '#contract/people/accounts.ts'
import type { Student } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { isBouncing } from '#server/messaging/mail/bouncing.ts'

export async function readProfile(deps: Deps, student: Student): Promise<z.output<typeof profile>> {
  const user = {
    first_name: student.fullName,
    email: student.email,
    verified: student.verified,
    bouncing: await isBouncing(deps.db, student.email),
  }
  return { student: { user, phone: student.phone ?? '' } }
}
