import { sweepAccounts } from '#server/people/accounts/sweep-accounts.ts'
import { sweepAbsenceNotices } from '#server/classes/attendance/notify-absent.ts'
import { sweepAttendanceImports } from '#server/classes/attendance/sweep-attendance-imports.ts'
import { sweepAudit } from '#server/platform/audit/sweep-audit.ts'
import type { System } from '#server/platform/auth/principal.ts'
import type { Deps } from './deps.ts'
import { sweepEnquiries } from '#server/people/enquiries/sweep-enquiries.ts'
import { foldChanges } from '#server/desk/figures/fold-changes.ts'
import { sweepLimits } from '#server/platform/http/sweep-limits.ts'
import { sweepImports } from '#server/desk/imports/sweep-imports.ts'
import { findLeftCheckouts } from '#server/desk/leads/find-left-checkouts.ts'
import { sweepMail } from '#server/messaging/mail/sweep-mail.ts'
import { sweepPayments } from '#server/money/sweep-payments.ts'
import { sweepStaff } from '#server/people/staff/sweep-staff.ts'
import { sweepUploads } from '#server/classes/recordings/uploads/sweep-uploads.ts'
import { sweepReminders } from '#server/classes/reminders/remind.ts'
import { sweepMedia } from '#server/site/media/removals.ts'
import { sweepSubmissionFiles } from '#server/learning/work/submission-files.ts'

/**
 * Runs hourly in one process. Each feature deletes expired rows, queues rows without a job again, and logs an error for
 * overdue work.
 */
export async function sweep(deps: Pick<Deps, 'db' | 'config' | 'files' | 'jobs' | 'log'>, system: System): Promise<void> {
  await sweepLimits(deps, system)
  await sweepAccounts(deps, system)
  await sweepStaff(deps, system)
  await sweepEnquiries(deps, system)
  await findLeftCheckouts(deps, system)
  await sweepImports(deps, system)
  await sweepAttendanceImports(deps, system)
  await sweepAbsenceNotices(deps, system)
  await sweepMail(deps, system)
  await sweepReminders(deps, system)
  await sweepPayments(deps, system)
  await sweepAudit(deps, system)
  await foldChanges(deps, system)
  await sweepMedia(deps, system)
  await sweepSubmissionFiles(deps, system)
  await sweepUploads(deps, system)
}
