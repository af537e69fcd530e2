import type { Role } from '#contract/permissions.ts'
import type { Sandbox } from '#dev/razorpay/sandbox.ts'
import type { Staff, Student } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'

/** An enrolment that the content declares. */
export interface PlannedEnrolment {
  user_id: number
  email: string
  full_name: string
  batch_id: number
  starts_at: Date
  amount_paise: number
  at: Date
  /** From 0 to 99, and always the same. */
  chance: number
}

/** What the writers of the past share. */
export interface Past {
  deps: Deps
  sandbox: Sandbox
  /** The demo's staff, by role. */
  staff: Record<Role, Staff>
  /** When the past ends. */
  now: Date
}

/** Something that happened. */
export interface Happening {
  at: Date
  happen: () => Promise<void>
  /** Whether sales before it may be stored after it: it takes no number of a series and needs no student of theirs. */
  isIndependent?: true
}

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs
export const after = (at: Date, days: number): Date => new Date(at.getTime() + days * dayMs)

export const studentOf = ({
  user_id: id,
  email,
  full_name: fullName,
}: Pick<PlannedEnrolment, 'user_id' | 'email' | 'full_name'>): Student => ({
  kind: 'student',
  id,
  sessionId: '',
  email,
  fullName,
  phone: null,
  verified: true,
})
