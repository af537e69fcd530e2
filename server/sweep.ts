import { sweepAccounts } from './accounts/sweep-accounts.ts'
import { sweepAbsenceNotices } from './attendance/notify-absent.ts'
import { sweepAttendanceImports } from './attendance/sweep-attendance-imports.ts'
import { sweepAudit } from './audit/sweep-audit.ts'
import type { System } from './auth/principal.ts'
import type { Deps } from './deps.ts'
import { sweepEnquiries } from './enquiries/sweep-enquiries.ts'
import { foldChanges } from './figures/fold-changes.ts'
import { sweepLimits } from './http/sweep-limits.ts'
import { sweepImports } from './imports/sweep-imports.ts'
import { findLeftCheckouts } from './leads/find-left-checkouts.ts'
import { sweepMail } from './mail/sweep-mail.ts'
import { sweepPayments } from './payments/sweep-payments.ts'
import { sweepStaff } from './staff/sweep-staff.ts'
import { sweepUploads } from './recordings/uploads/sweep-uploads.ts'
import { sweepReminders } from './reminders/remind.ts'
import { sweepMedia } from './uploads/removals.ts'
import { sweepSubmissionFiles } from './work/submission-files.ts'

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
