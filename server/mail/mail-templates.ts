import type { z } from 'zod'
import { workReviewed } from './templates/work-reviewed.ts'
import { workWaits } from './templates/work-waits.ts'
import { absenceNotice } from './templates/absence-notice.ts'
import { certificateIssued } from './templates/certificate-issued.ts'
import { accountDisabled } from './templates/account-disabled.ts'
import { accountErased } from './templates/account-erased.ts'
import { approvalAsked } from './templates/approval-asked.ts'
import { approvalDecided } from './templates/approval-decided.ts'
import { batchMessage } from './templates/batch-message.ts'
import { addressAdded } from './templates/address-added.ts'
import { batchCancelled } from './templates/batch-cancelled.ts'
import { classReminder } from './templates/class-reminder.ts'
import { classesChanged } from './templates/classes-changed.ts'
import { changeAsked } from './templates/change-asked.ts'
import { changeCode } from './templates/change-code.ts'
import { changeMade } from './templates/change-made.ts'
import { enrolmentMoved } from './templates/enrolment-moved.ts'
import { documentCopy } from './templates/document-copy.ts'
import { enquiryReceived } from './templates/enquiry-received.ts'
import { enquiryThanks } from './templates/enquiry-thanks.ts'
import { enrolled } from './templates/enrolled.ts'
import { eraseCode } from './templates/erase-code.ts'
import { importInvitation } from './templates/import-invitation.ts'
import { leadReply } from './templates/lead-reply.ts'
import { nameChanged } from './templates/name-changed.ts'
import { noAccountYet } from './templates/no-account-yet.ts'
import { paymentNotAccepted } from './templates/payment-not-accepted.ts'
import { paymentReturned } from './templates/payment-returned.ts'
import { placeEnded } from './templates/place-ended.ts'
import { questionAnswered } from './templates/question-answered.ts'
import { reviewDecided } from './templates/review-decided.ts'
import { receipt } from './templates/receipt.ts'
import { recordingReady } from './templates/recording-ready.ts'
import { recordingFailed } from './templates/recording-failed.ts'
import { recordingsLate } from './templates/recordings-late.ts'
import { refund } from './templates/refund.ts'
import { requestReceived } from './templates/request-received.ts'
import { requestState } from './templates/request-state.ts'
import { noStaffAccount } from './templates/no-staff-account.ts'
import { signInCode } from './templates/sign-in-code.ts'
import { staffCode } from './templates/staff-code.ts'
import { staffFactorChanged } from './templates/staff-factor-changed.ts'
import { staffInvitation } from './templates/staff-invitation.ts'
import { staffNewDevice } from './templates/staff-new-device.ts'
import { staffRoleChanged } from './templates/staff-role-changed.ts'
import { trialChanged } from './templates/trial-changed.ts'
import { trialCode } from './templates/trial-code.ts'
import { trialReminder } from './templates/trial-reminder.ts'
import { trialSeat } from './templates/trial-seat.ts'

/** Every template by its name in the outbox. A name must stay while a mail may wait under it. */
export const mailTemplates = {
  'sign-in-code': signInCode,
  'trial-code': trialCode,
  'trial-seat': trialSeat,
  'trial-changed': trialChanged,
  'trial-reminder': trialReminder,
  'change-code': changeCode,
  'change-asked': changeAsked,
  'change-made': changeMade,
  'name-changed': nameChanged,
  'address-added': addressAdded,
  'erase-code': eraseCode,
  'account-erased': accountErased,
  'account-disabled': accountDisabled,
  'no-account-yet': noAccountYet,
  receipt,
  refund,
  'document-copy': documentCopy,
  'payment-not-accepted': paymentNotAccepted,
  'payment-returned': paymentReturned,
  'batch-cancelled': batchCancelled,
  'batch-message': batchMessage,
  'classes-changed': classesChanged,
  'class-reminder': classReminder,
  'absence-notice': absenceNotice,
  'certificate-issued': certificateIssued,
  'work-reviewed': workReviewed,
  'work-waits': workWaits,
  'question-answered': questionAnswered,
  'review-decided': reviewDecided,
  'recording-ready': recordingReady,
  'recording-failed': recordingFailed,
  'recordings-late': recordingsLate,
  'request-received': requestReceived,
  'request-state': requestState,
  'enrolment-moved': enrolmentMoved,
  'enquiry-received': enquiryReceived,
  'enquiry-thanks': enquiryThanks,
  'lead-reply': leadReply,
  'import-invitation': importInvitation,
  enrolled,
  'place-ended': placeEnded,
  'approval-asked': approvalAsked,
  'approval-decided': approvalDecided,
  'staff-code': staffCode,
  'no-staff-account': noStaffAccount,
  'staff-new-device': staffNewDevice,
  'staff-invitation': staffInvitation,
  'staff-role-changed': staffRoleChanged,
  'staff-factor-changed': staffFactorChanged,
}

export type MailTemplate = keyof typeof mailTemplates
export type MailProps = { [Name in MailTemplate]: z.infer<(typeof mailTemplates)[Name]['props']> }

export const isMailTemplate = (name: string): name is MailTemplate => Object.hasOwn(mailTemplates, name)
