import { accountsPersonalData } from '#server/people/accounts/personal-data.ts'
import { approvalsPersonalData } from '#server/money/approvals/personal-data.ts'
import { attendancePersonalData } from '#server/classes/attendance/personal-data.ts'
import { auditPersonalData } from '#server/platform/audit/personal-data.ts'
import { catalogPersonalData } from '#server/catalog/personal-data.ts'
import { classesPersonalData } from '#server/classes/personal-data.ts'
import { certificatesPersonalData } from '#server/learning/certificates/personal-data.ts'
import { contentPersonalData } from '#server/site/content/personal-data.ts'
import type { PersonalData } from '#server/platform/personal-data/define-personal-data.ts'
import { enquiriesPersonalData } from '#server/people/enquiries/personal-data.ts'
import { enrolmentPersonalData } from '#server/enrolment/personal-data.ts'
import { importsPersonalData } from '#server/desk/imports/personal-data.ts'
import { leadsPersonalData } from '#server/desk/leads/personal-data.ts'
import { mailPersonalData } from '#server/messaging/mail/personal-data.ts'
import { messagesPersonalData } from '#server/messaging/messages/personal-data.ts'
import { paymentsPersonalData } from '#server/money/personal-data.ts'
import { questionsPersonalData } from '#server/learning/questions/personal-data.ts'
import { reviewsPersonalData } from '#server/learning/reviews/personal-data.ts'
import { recordingsPersonalData } from '#server/classes/recordings/personal-data.ts'
import { remindersPersonalData } from '#server/classes/reminders/personal-data.ts'
import { staffPersonalData } from '#server/people/staff/personal-data.ts'
import { studentsPersonalData } from '#server/desk/students/personal-data.ts'
import { trialsPersonalData } from '#server/classes/trials/personal-data.ts'
import { workPersonalData } from '#server/learning/work/personal-data.ts'

/**
 * Personal data of every feature, in the order of erasure: the account's row is locked and changed first. A test compares
 * the entries with the database.
 */
export const personalData: readonly PersonalData[] = [
  accountsPersonalData,
  enrolmentPersonalData,
  classesPersonalData,
  attendancePersonalData,
  certificatesPersonalData,
  workPersonalData,
  questionsPersonalData,
  reviewsPersonalData,
  paymentsPersonalData,
  studentsPersonalData,
  importsPersonalData,
  approvalsPersonalData,
  mailPersonalData,
  leadsPersonalData,
  messagesPersonalData,
  recordingsPersonalData,
  remindersPersonalData,
  trialsPersonalData,
  enquiriesPersonalData,
  catalogPersonalData,
  contentPersonalData,
  staffPersonalData,
  auditPersonalData,
]
