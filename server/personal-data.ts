import { accountsPersonalData } from '#server/accounts/personal-data.ts'
import { approvalsPersonalData } from '#server/approvals/personal-data.ts'
import { attendancePersonalData } from '#server/attendance/personal-data.ts'
import { auditPersonalData } from '#server/audit/personal-data.ts'
import { catalogPersonalData } from '#server/catalog/personal-data.ts'
import { classesPersonalData } from '#server/classes/personal-data.ts'
import { certificatesPersonalData } from '#server/certificates/personal-data.ts'
import { contentPersonalData } from '#server/content/personal-data.ts'
import type { PersonalData } from './define-personal-data.ts'
import { enquiriesPersonalData } from '#server/enquiries/personal-data.ts'
import { enrolmentPersonalData } from '#server/enrolment/personal-data.ts'
import { importsPersonalData } from '#server/imports/personal-data.ts'
import { leadsPersonalData } from '#server/leads/personal-data.ts'
import { mailPersonalData } from '#server/mail/personal-data.ts'
import { messagesPersonalData } from '#server/messages/personal-data.ts'
import { paymentsPersonalData } from '#server/payments/personal-data.ts'
import { questionsPersonalData } from '#server/questions/personal-data.ts'
import { reviewsPersonalData } from '#server/reviews/personal-data.ts'
import { recordingsPersonalData } from '#server/recordings/personal-data.ts'
import { remindersPersonalData } from '#server/reminders/personal-data.ts'
import { staffPersonalData } from '#server/staff/personal-data.ts'
import { studentsPersonalData } from '#server/students/personal-data.ts'
import { trialsPersonalData } from '#server/trials/personal-data.ts'
import { workPersonalData } from '#server/work/personal-data.ts'

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
