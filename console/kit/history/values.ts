import { codeOriginNames } from '#contract/learning/staff/code-reviews.ts'
import { reviewStateNames, shownNameWords } from '#contract/learning/staff/reviews.ts'
import { leadKindNames } from '#contract/desk/staff/leads.ts'
import { roleNames } from '#contract/permissions.ts'
import { weekdayNames } from '#ui/days.ts'
import { certificateRuleNames } from '#contract/certificate-rules.ts'
import { certificateEndingNames } from '#contract/learning/staff/certificates.ts'
import { formatPlainDay } from '#ui/format.ts'
import { approvalKindNames, approvalStateNames, offlineMethodNames } from '#contract/money/staff/approvals.ts'
import { disputeStateNames } from '#contract/money/staff/disputes.ts'
import { instalmentStateNames } from '#contract/money/staff/instalments.ts'
import { offlineStateNames } from '#contract/money/staff/offline-payments.ts'
import { refundStatusNames } from '#contract/money/staff/refunds.ts'
import { formatPaise } from '#console/kit/parts/money.ts'
import { formatMoment } from '#console/kit/parts/time.ts'

/** Columns whose values are words of the database, such as `bank_transfer`. */
const states = new Set([
  'act',
  'certificate_rule',
  'disposition',
  'event_type',
  'kind',
  'method',
  'origin',
  'outcome',
  'phase',
  'provider',
  'publication',
  'revoked_for',
  'role',
  'roles',
  'rule',
  'shown_as',
  'state',
  'status',
])

/** Words that are not the ones of the database, by table and column, as the screens have them. */
const names: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'approvals.kind': approvalKindNames,
  'approvals.state': approvalStateNames,
  'certificates.rule': certificateRuleNames,
  'certificates.revoked_for': certificateEndingNames,
  'code_reviews.origin': codeOriginNames,
  'courses.certificate_rule': certificateRuleNames,
  'disputes.status': disputeStateNames,
  'enquiries.kind': leadKindNames,
  'instalments.state': instalmentStateNames,
  'instructors.archived': { false: 'Teaching', true: 'Archived' },
  'leads.kind': leadKindNames,
  'offline_payments.method': offlineMethodNames,
  'offline_payments.state': offlineStateNames,
  'payment_orders.provider': { offline: 'Offline', razorpay: 'Online' },
  'refunds.method': offlineMethodNames,
  'refunds.status': refundStatusNames,
  'reviews.shown_as': shownNameWords,
  'reviews.state': reviewStateNames,
  'staff.role': roleNames,
  'staff.roles': roleNames,
}

const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/
const isDay = /^\d{4}-\d\d-\d\d$/

/** A stored value that the log does not have. */
export const masked = 'masked'

/**
 * Returns a value of the log in one line: an amount in rupees, a time in India, a state in words. Null for nothing, and for values
 * that need more room, such as a list.
 */
export function textOfValue(table: string, column: string, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return names[`${table}.${column}`]?.[String(value)] ?? (value ? 'Yes' : 'No')
  if (typeof value === 'number') return column.endsWith('_paise') ? formatPaise(value) : value.toLocaleString('en-IN')
  if (column === 'roles' && Array.isArray(value)) return value.map((role) => wordOf(table, column, String(role))).join(', ')
  if (column === 'weekdays' && Array.isArray(value)) return value.map((day) => weekdayNames[Number(day) - 1] ?? day).join(', ')
  if (typeof value !== 'string') return null
  if (isInstant.test(value)) return formatMoment(value)
  if (isDay.test(value)) return formatPlainDay(value)
  return wordOf(table, column, value)
}

/** A state in words: "Bank transfer" for `bank_transfer`. */
export function wordOf(table: string, column: string, value: string): string {
  if (!states.has(column)) return value
  const name = names[`${table}.${column}`]?.[value]
  if (name !== undefined) return name
  const words = value.replaceAll('_', ' ')
  return words === 'upi' || words === 'emi' ? words.toUpperCase() : words.charAt(0).toUpperCase() + words.slice(1)
}
