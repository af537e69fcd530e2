import type { z } from 'zod'
import { workReviewed } from '#server/mail/templates/work-reviewed.ts'
import { workWaits } from '#server/mail/templates/work-waits.ts'
import { absenceNotice } from '#server/mail/templates/absence-notice.ts'
import { certificateIssued } from '#server/mail/templates/certificate-issued.ts'
import { accountDisabled } from '#server/mail/templates/account-disabled.ts'
import { accountErased } from '#server/mail/templates/account-erased.ts'
import { approvalAsked } from '#server/mail/templates/approval-asked.ts'
import { approvalDecided } from '#server/mail/templates/approval-decided.ts'
import { batchMessage } from '#server/mail/templates/batch-message.ts'
import { addressAdded } from '#server/mail/templates/address-added.ts'
import { batchCancelled } from '#server/mail/templates/batch-cancelled.ts'
import { classReminder } from '#server/mail/templates/class-reminder.ts'
import { classesChanged } from '#server/mail/templates/classes-changed.ts'
import { changeAsked } from '#server/mail/templates/change-asked.ts'
import { changeCode } from '#server/mail/templates/change-code.ts'
import { changeMade } from '#server/mail/templates/change-made.ts'
import { enrolmentMoved } from '#server/mail/templates/enrolment-moved.ts'
import { documentCopy } from '#server/mail/templates/document-copy.ts'
import { enquiryReceived } from '#server/mail/templates/enquiry-received.ts'
import { enquiryThanks } from '#server/mail/templates/enquiry-thanks.ts'
import { enrolled } from '#server/mail/templates/enrolled.ts'
import { eraseCode } from '#server/mail/templates/erase-code.ts'
import { importInvitation } from '#server/mail/templates/import-invitation.ts'
import { leadReply } from '#server/mail/templates/lead-reply.ts'
import { nameChanged } from '#server/mail/templates/name-changed.ts'
import { noAccountYet } from '#server/mail/templates/no-account-yet.ts'
import { paymentNotAccepted } from '#server/mail/templates/payment-not-accepted.ts'
import { paymentReturned } from '#server/mail/templates/payment-returned.ts'
import { placeEnded } from '#server/mail/templates/place-ended.ts'
import { questionAnswered } from '#server/mail/templates/question-answered.ts'
import { reviewDecided } from '#server/mail/templates/review-decided.ts'
import { receipt } from '#server/mail/templates/receipt.ts'
import { recordingReady } from '#server/mail/templates/recording-ready.ts'
import { recordingFailed } from '#server/mail/templates/recording-failed.ts'
import { recordingsLate } from '#server/mail/templates/recordings-late.ts'
import { refund } from '#server/mail/templates/refund.ts'
import { requestReceived } from '#server/mail/templates/request-received.ts'
import { requestState } from '#server/mail/templates/request-state.ts'
import { noStaffAccount } from '#server/mail/templates/no-staff-account.ts'
import { signInCode } from '#server/mail/templates/sign-in-code.ts'
import { staffCode } from '#server/mail/templates/staff-code.ts'
import { staffFactorChanged } from '#server/mail/templates/staff-factor-changed.ts'
import { staffInvitation } from '#server/mail/templates/staff-invitation.ts'
import { staffNewDevice } from '#server/mail/templates/staff-new-device.ts'
import { staffRoleChanged } from '#server/mail/templates/staff-role-changed.ts'
import { trialChanged } from '#server/mail/templates/trial-changed.ts'
import { trialCode } from '#server/mail/templates/trial-code.ts'
import { trialReminder } from '#server/mail/templates/trial-reminder.ts'
import { trialSeat } from '#server/mail/templates/trial-seat.ts'

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
