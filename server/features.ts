import { coursesFeature } from '#server/catalog/courses/feature.ts'
import { instructorsFeature } from '#server/catalog/instructors/feature.ts'
import { offersFeature } from '#server/catalog/offers/feature.ts'
import { attendanceFeature } from '#server/classes/attendance/feature.ts'
import { batchesFeature } from '#server/classes/batches/feature.ts'
import { calendarFeature } from '#server/classes/calendar/feature.ts'
import { classroomFeature } from '#server/classes/classroom/feature.ts'
import { holidaysFeature } from '#server/classes/holidays/feature.ts'
import { joinFeature } from '#server/classes/join/feature.ts'
import { liveFeature } from '#server/classes/live/feature.ts'
import { notesFeature } from '#server/classes/notes/feature.ts'
import { recordingsFeature } from '#server/classes/recordings/feature.ts'
import { remindersFeature } from '#server/classes/reminders/feature.ts'
import { roomFeature } from '#server/classes/room/feature.ts'
import { sessionsFeature } from '#server/classes/sessions/feature.ts'
import { teachingFeature } from '#server/classes/teaching/feature.ts'
import { trialsFeature } from '#server/classes/trials/feature.ts'
import { weekFeature } from '#server/classes/week/feature.ts'
import { arrivalsFeature } from '#server/desk/arrivals/feature.ts'
import { backupsFeature } from '#server/desk/backups/feature.ts'
import { figuresFeature } from '#server/desk/figures/feature.ts'
import { healthFeature } from '#server/desk/health/feature.ts'
import { importsFeature } from '#server/desk/imports/feature.ts'
import { leadsFeature } from '#server/desk/leads/feature.ts'
import { openingFeature } from '#server/desk/opening/feature.ts'
import { staffSearchFeature } from '#server/desk/search/feature.ts'
import { studentsFeature } from '#server/desk/students/feature.ts'
import { todayFeature } from '#server/desk/today/feature.ts'
import { handEnrolmentsFeature } from '#server/enrolment/by-hand/feature.ts'
import { ownCoursesFeature } from '#server/enrolment/own-courses/feature.ts'
import { waitlistFeature } from '#server/enrolment/waitlist/feature.ts'
import { placesFeature } from '#server/enrolment/places/feature.ts'
import { certificatesFeature } from '#server/learning/certificates/feature.ts'
import { codeReviewsFeature } from '#server/learning/code-reviews/feature.ts'
import { outcomesFeature } from '#server/learning/outcomes/feature.ts'
import { questionsFeature } from '#server/learning/questions/feature.ts'
import { reviewsFeature } from '#server/learning/reviews/feature.ts'
import { workFeature } from '#server/learning/work/feature.ts'
import { failuresFeature } from '#server/messaging/failures/feature.ts'
import { mailFeature } from '#server/messaging/mail/feature.ts'
import { messagesFeature } from '#server/messaging/messages/feature.ts'
import { approvalsFeature } from '#server/money/approvals/feature.ts'
import { cancellationsFeature } from '#server/money/cancellations/feature.ts'
import { couponsFeature } from '#server/money/coupons/feature.ts'
import { linksFeature } from '#server/money/links/feature.ts'
import { unfinishedFeature } from '#server/money/unfinished/feature.ts'
import { scholarshipsFeature } from '#server/money/scholarships/feature.ts'
import { choiceFeature } from '#server/money/choice/feature.ts'
import { checkoutFeature } from '#server/money/checkout/feature.ts'
import { invoicingFeature } from '#server/money/invoicing/feature.ts'
import { instalmentsFeature } from '#server/money/instalments/feature.ts'
import { plansFeature } from '#server/money/plans/feature.ts'
import { offlineFeature } from '#server/money/offline/feature.ts'
import { pastPaymentsFeature } from '#server/money/past-payments/feature.ts'
import { paymentsFeature } from '#server/money/payments/feature.ts'
import { monthFeature } from '#server/money/month/feature.ts'
import { purchasesFeature } from '#server/money/purchases/feature.ts'
import { paymentListsFeature } from '#server/money/payment-lists/feature.ts'
import { refundsFeature } from '#server/money/refunds/feature.ts'
import { requestsFeature } from '#server/money/requests/feature.ts'
import { settlementsFeature } from '#server/money/settlements/feature.ts'
import { settlementFeature } from '#server/money/settlement/feature.ts'
import { accountsFeature } from '#server/people/accounts/feature.ts'
import { enquiriesFeature } from '#server/people/enquiries/feature.ts'
import { staffFeature } from '#server/people/staff/feature.ts'
import { auditFeature } from '#server/platform/audit-log/feature.ts'
import { httpFeature } from '#server/platform/http/feature.ts'
import { artworkFeature } from '#server/site/artwork/feature.ts'
import { contentFeature } from '#server/site/content/feature.ts'
import { mediaFeature } from '#server/site/media/feature.ts'
import { searchFeature } from '#server/site/search/feature.ts'
import { settingsFeature } from '#server/site/settings/feature.ts'
import { sharingFeature } from '#server/site/sharing/feature.ts'
import type { Deps } from './deps.ts'
import type { System } from '#server/platform/auth/principal.ts'
import type { Feature } from '#server/platform/features/define-feature.ts'
import { defineJob, fewRetries } from '#server/platform/jobs/define-job.ts'

/**
 * Every feature. The order is that of an erasure: the account's row is locked and changed first. Nothing else depends on it.
 */
export const features: readonly Feature[] = [
  accountsFeature,
  placesFeature,
  waitlistFeature,
  handEnrolmentsFeature,
  ownCoursesFeature,
  sessionsFeature,
  batchesFeature,
  holidaysFeature,
  classroomFeature,
  joinFeature,
  liveFeature,
  roomFeature,
  notesFeature,
  calendarFeature,
  attendanceFeature,
  certificatesFeature,
  workFeature,
  questionsFeature,
  reviewsFeature,
  codeReviewsFeature,
  outcomesFeature,
  paymentsFeature,
  pastPaymentsFeature,
  couponsFeature,
  choiceFeature,
  scholarshipsFeature,
  plansFeature,
  instalmentsFeature,
  linksFeature,
  unfinishedFeature,
  checkoutFeature,
  settlementFeature,
  settlementsFeature,
  invoicingFeature,
  refundsFeature,
  requestsFeature,
  cancellationsFeature,
  offlineFeature,
  purchasesFeature,
  paymentListsFeature,
  monthFeature,
  studentsFeature,
  healthFeature,
  importsFeature,
  arrivalsFeature,
  approvalsFeature,
  mailFeature,
  leadsFeature,
  messagesFeature,
  failuresFeature,
  recordingsFeature,
  remindersFeature,
  trialsFeature,
  teachingFeature,
  weekFeature,
  enquiriesFeature,
  coursesFeature,
  offersFeature,
  instructorsFeature,
  contentFeature,
  searchFeature,
  sharingFeature,
  settingsFeature,
  mediaFeature,
  artworkFeature,
  staffFeature,
  figuresFeature,
  backupsFeature,
  openingFeature,
  staffSearchFeature,
  todayFeature,
  httpFeature,
  auditFeature,
]

export const personalData = features.flatMap((feature) => feature.personalData ?? [])

export const sweepJob = defineJob('sweep', fewRetries)
const works = features.flatMap((feature) => feature.jobs ?? [])
/** Every queue. */
export const queues = [sweepJob, ...works.map(({ job }) => job)]

/** Seals what lasts with the first AUTH_SECRET, and says what no listed one opens any more. A process serves in any case. */
export async function startFeatures(deps: Pick<Deps, 'config' | 'db' | 'log'>, system: System): Promise<void> {
  for (const feature of features) await feature.start?.(deps, system)
}

/** The hourly run of all features. */
export async function sweep(deps: Pick<Deps, 'db' | 'config' | 'files' | 'jobs' | 'log'>, system: System): Promise<void> {
  for (const feature of features) await feature.sweep?.(deps, system)
}

/** Starts the workers of this process, and the schedules. */
export async function startWorkers(deps: Deps, system: System): Promise<void> {
  for (const { start } of works) await start(deps)
  await deps.jobs.work(sweepJob, () => sweep(deps, system))
  await deps.jobs.schedule(sweepJob, '47 * * * *')
}
