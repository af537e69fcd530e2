import { type OfflineMethod, offlineMethodNames, offlineMethods } from '#contract/money/staff/approvals.ts'
import type { placeRefusals } from '#contract/money/staff/hand-enrolments.ts'

export const methodChoices = offlineMethods.map((value) => ({ value, label: offlineMethodNames[value] }))

/** What staff type as the reference of each method. */
const referenceHints: Record<OfflineMethod, string> = {
  upi: 'UTR of the transfer: the 12 digits in the UPI app.',
  bank_transfer: 'UTR of the transfer, from the bank statement.',
  cash: 'Number of your cash receipt.',
  cheque: 'Bank and number of the cheque, such as HDFC 004512.',
}
export const referenceHint = (method: OfflineMethod | null) =>
  method ? referenceHints[method] : 'UTR of the transfer, number of the cheque, or number of your cash receipt.'

/** How the school pays back money that it received itself, by the way in which it came. */
const payBackHints: Record<OfflineMethod, string> = {
  upi: 'It came by UPI. Send it to the UPI ID that paid, and note the UTR.',
  bank_transfer: 'It came by bank transfer. Send it to the account that paid, and note the UTR.',
  cash: 'It came in cash. Hand it over against a signed receipt, or send it by bank transfer.',
  cheque: 'It came by cheque. Send it by bank transfer, or write a cheque in the name of the payer.',
}
const isMethod = (method: string): method is OfflineMethod => method in payBackHints
export const payBackHint = (method: string | null) =>
  method !== null && isMethod(method) ? payBackHints[method] : 'The school received this money itself. Pay it back by hand.'

export const refusalTexts: Record<(typeof placeRefusals)[number], string> = {
  already_enrolled: 'The student has a place in this batch already.',
  batch_draft: 'This batch is a draft. Publish it first.',
  batch_cancelled: 'This batch is cancelled.',
  batch_ended: 'This batch has ended.',
  batch_full: 'This batch is full. A seat that another student is paying for, or that belongs to its waitlist, counts too.',
}

/** Whether a second person decides about an amount. */
export const needsSecondPerson = (given: { approval_above_paise: number | null; sum_paise: number }, paise: number) =>
  given.approval_above_paise !== null && given.sum_paise + paise > given.approval_above_paise
