import { accountsPersonalData } from './accounts/personal-data.ts'
import { approvalsPersonalData } from './approvals/personal-data.ts'
import { attendancePersonalData } from './attendance/personal-data.ts'
import { auditPersonalData } from './audit/personal-data.ts'
import { catalogPersonalData } from './catalog/personal-data.ts'
import { classesPersonalData } from './classes/personal-data.ts'
import { certificatesPersonalData } from './certificates/personal-data.ts'
import { contentPersonalData } from './content/personal-data.ts'
import type { PersonalData } from './define-personal-data.ts'
import { enquiriesPersonalData } from './enquiries/personal-data.ts'
import { enrolmentPersonalData } from './enrolment/personal-data.ts'
import { importsPersonalData } from './imports/personal-data.ts'
import { leadsPersonalData } from './leads/personal-data.ts'
import { mailPersonalData } from './mail/personal-data.ts'
import { messagesPersonalData } from './messages/personal-data.ts'
import { paymentsPersonalData } from './payments/personal-data.ts'
import { questionsPersonalData } from './questions/personal-data.ts'
import { reviewsPersonalData } from './reviews/personal-data.ts'
import { recordingsPersonalData } from './recordings/personal-data.ts'
import { remindersPersonalData } from './reminders/personal-data.ts'
import { staffPersonalData } from './staff/personal-data.ts'
import { studentsPersonalData } from './students/personal-data.ts'
import { trialsPersonalData } from './trials/personal-data.ts'
import { workPersonalData } from './work/personal-data.ts'

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
