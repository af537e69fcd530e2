import type { z } from 'zod'
import { workReviewed } from '#server/messaging/mail/templates/work-reviewed.ts'
import { workWaits } from '#server/messaging/mail/templates/work-waits.ts'
import { absenceNotice } from '#server/messaging/mail/templates/absence-notice.ts'
import { certificateIssued } from '#server/messaging/mail/templates/certificate-issued.ts'
import { accountDisabled } from '#server/messaging/mail/templates/account-disabled.ts'
import { accountErased } from '#server/messaging/mail/templates/account-erased.ts'
import { approvalAsked } from '#server/messaging/mail/templates/approval-asked.ts'
import { approvalDecided } from '#server/messaging/mail/templates/approval-decided.ts'
import { batchMessage } from '#server/messaging/mail/templates/batch-message.ts'
import { addressAdded } from '#server/messaging/mail/templates/address-added.ts'
import { backupLate } from '#server/messaging/mail/templates/backup-late.ts'
import { batchCancelled } from '#server/messaging/mail/templates/batch-cancelled.ts'
import { classReminder } from '#server/messaging/mail/templates/class-reminder.ts'
import { classesChanged } from '#server/messaging/mail/templates/classes-changed.ts'
import { changeAsked } from '#server/messaging/mail/templates/change-asked.ts'
import { changeCode } from '#server/messaging/mail/templates/change-code.ts'
import { changeMade } from '#server/messaging/mail/templates/change-made.ts'
import { enrolmentMoved } from '#server/messaging/mail/templates/enrolment-moved.ts'
import { documentCopy } from '#server/messaging/mail/templates/document-copy.ts'
import { enquiryReceived } from '#server/messaging/mail/templates/enquiry-received.ts'
import { enquiryThanks } from '#server/messaging/mail/templates/enquiry-thanks.ts'
import { instalmentLapsed, instalmentReminder } from '#server/messaging/mail/templates/instalment.ts'
import { paymentLink } from '#server/messaging/mail/templates/payment-link.ts'
import { unfinishedPayment } from '#server/messaging/mail/templates/unfinished-payment.ts'
import { scholarship } from '#server/messaging/mail/templates/scholarship.ts'
import { enrolled } from '#server/messaging/mail/templates/enrolled.ts'
import { eraseCode } from '#server/messaging/mail/templates/erase-code.ts'
import { importAsked } from '#server/messaging/mail/templates/import-asked.ts'
import { importDecided } from '#server/messaging/mail/templates/import-decided.ts'
import { importInvitation } from '#server/messaging/mail/templates/import-invitation.ts'
import { leadReply } from '#server/messaging/mail/templates/lead-reply.ts'
import { nameChanged } from '#server/messaging/mail/templates/name-changed.ts'
import { noAccountYet } from '#server/messaging/mail/templates/no-account-yet.ts'
import { paymentNotAccepted } from '#server/messaging/mail/templates/payment-not-accepted.ts'
import { paymentReturned } from '#server/messaging/mail/templates/payment-returned.ts'
import { placeEnded } from '#server/messaging/mail/templates/place-ended.ts'
import { questionAnswered } from '#server/messaging/mail/templates/question-answered.ts'
import { reviewDecided } from '#server/messaging/mail/templates/review-decided.ts'
import { receipt } from '#server/messaging/mail/templates/receipt.ts'
import { recordingReady } from '#server/messaging/mail/templates/recording-ready.ts'
import { recordingFailed } from '#server/messaging/mail/templates/recording-failed.ts'
import { recordingsLate } from '#server/messaging/mail/templates/recordings-late.ts'
import { refund } from '#server/messaging/mail/templates/refund.ts'
import { requestReceived } from '#server/messaging/mail/templates/request-received.ts'
import { requestState } from '#server/messaging/mail/templates/request-state.ts'
import { noStaffAccount } from '#server/messaging/mail/templates/no-staff-account.ts'
import { signInCode } from '#server/messaging/mail/templates/sign-in-code.ts'
import { staffCode } from '#server/messaging/mail/templates/staff-code.ts'
import { staffFactorChanged } from '#server/messaging/mail/templates/staff-factor-changed.ts'
import { staffInvitation } from '#server/messaging/mail/templates/staff-invitation.ts'
import { staffNewDevice } from '#server/messaging/mail/templates/staff-new-device.ts'
import { staffRoleChanged } from '#server/messaging/mail/templates/staff-role-changed.ts'
import { trialChanged } from '#server/messaging/mail/templates/trial-changed.ts'
import { trialCode } from '#server/messaging/mail/templates/trial-code.ts'
import { trialReminder } from '#server/messaging/mail/templates/trial-reminder.ts'
import { trialSeat } from '#server/messaging/mail/templates/trial-seat.ts'
import { waitlistJoined } from '#server/messaging/mail/templates/waitlist-joined.ts'
import { waitlistLapsed } from '#server/messaging/mail/templates/waitlist-lapsed.ts'
import { waitlistOffer } from '#server/messaging/mail/templates/waitlist-offer.ts'
import { waitlistOver } from '#server/messaging/mail/templates/waitlist-over.ts'

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
  'backup-late': backupLate,
  'request-received': requestReceived,
  'request-state': requestState,
  'enrolment-moved': enrolmentMoved,
  'enquiry-received': enquiryReceived,
  'enquiry-thanks': enquiryThanks,
  'lead-reply': leadReply,
  'import-invitation': importInvitation,
  enrolled,
  scholarship,
  'instalment-reminder': instalmentReminder,
  'instalment-lapsed': instalmentLapsed,
  'payment-link': paymentLink,
  'unfinished-payment': unfinishedPayment,
  'place-ended': placeEnded,
  'waitlist-joined': waitlistJoined,
  'waitlist-offer': waitlistOffer,
  'waitlist-lapsed': waitlistLapsed,
  'waitlist-over': waitlistOver,
  'import-asked': importAsked,
  'import-decided': importDecided,
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
