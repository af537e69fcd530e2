import { countedRows } from '#contract/resource.ts'
import type { AuditEntry } from '#contract/platform/staff/audit.ts'
import { formatMonthOfYear, formatPlainDay } from '#ui/format.ts'
import { labelOfColumn } from './columns.ts'
import { textOfValue } from './values.ts'

type Entry = Pick<AuditEntry, 'name' | 'student' | 'operation' | 'changes'>

/** What one line and several lines of each list are called, by the resource. */
export const listNames: Readonly<Record<string, readonly [one: string, many: string]>> = {
  approvals: ['approval', 'approvals'],
  books: ['line of the books', 'lines of the books'],
  attendance: ['batch with its attendance', 'batches with their attendance'],
  'class-recordings': ['class with its recording', 'classes with their recordings'],
  'recording-uploads': ['upload of a recording', 'uploads of recordings'],
  captions: ['text of captions', 'texts of captions'],
  'attendance-grid': ['student with the attendance', 'students with their attendance'],
  audit: ['entry of the audit log', 'entries of the audit log'],
  batches: ['batch', 'batches'],
  blogs: ['article', 'articles'],
  certificates: ['certificate', 'certificates'],
  'code-reviews': ['review of code', 'reviews of code'],
  companies: ['company', 'companies'],
  coupons: ['coupon', 'coupons'],
  'coupon-figures': ['line of the figures of a coupon', 'lines of the figures of a coupon'],
  'coupon-uses': ['use of a coupon', 'uses of coupons'],
  arrivals: ['file of another system', 'files of another system'],
  'arrival-problems': ['line of an arrival that is left out', 'lines of an arrival that are left out'],
  courses: ['course', 'courses'],
  disputes: ['dispute', 'disputes'],
  documents: ['document', 'documents'],
  enquiries: ['enquiry', 'enquiries'],
  enrolments: ['enrolment', 'enrolments'],
  figures: ['line of the figures', 'lines of the figures'],
  exercises: ['exercise', 'exercises'],
  submissions: ['submission', 'submissions'],
  holidays: ['holiday', 'holidays'],
  'import-problems': ['line of an import with a problem', 'lines of an import with problems'],
  imports: ['import', 'imports'],
  instructors: ['instructor', 'instructors'],
  leads: ['lead', 'leads'],
  media: ['picture', 'pictures'],
  'message-recipients': ['recipient of a message', 'recipients of messages'],
  messages: ['message', 'messages'],
  'offline-payments': ['offline payment', 'offline payments'],
  orders: ['order', 'orders'],
  recordings: ['recording', 'recordings'],
  'own-batches': ['batch', 'batches'],
  'own-classes': ['class', 'classes'],
  'own-students': ['student', 'students'],
  instalments: ['part', 'parts'],
  'payment-plans': ['payment plan', 'payment plans'],
  payments: ['payment', 'payments'],
  policies: ['version of a policy', 'versions of policies'],
  projects: ['project', 'projects'],
  questions: ['question', 'questions'],
  refunds: ['refund', 'refunds'],
  reviews: ['review', 'reviews'],
  'payment-links': ['payment link', 'payment links'],
  'reply-templates': ['template of a reply', 'templates of replies'],
  requests: ['request', 'requests'],
  resources: ['resource', 'resources'],
  scholarships: ['scholarship', 'scholarships'],
  services: ['service', 'services'],
  sessions: ['class', 'classes'],
  staff: ['member of staff', 'members of staff'],
  students: ['student', 'students'],
  waitlist: ['entry of a waitlist', 'entries of waitlists'],
  backups: ['backup', 'backups'],
  settlements: ['settlement', 'settlements'],
  'tax-return': ['line of a tax return', 'lines of a tax return'],
  testimonials: ['testimonial', 'testimonials'],
}

const nameOf = (list: string, count: number) => (listNames[list] ?? ['line', 'lines'])[count === 1 ? 0 : 1]
const linesOf = (count: number, list: string) => `${count.toLocaleString('en-IN')} ${nameOf(list, count)}`
/** The days of a filter in words: "of November 2026", "of 3 November 2026", "since 3 November 2026". */
function daysOf({ from, to }: Record<string, unknown>): string {
  const [first, last] = [from, to].map((day) => (typeof day === 'string' ? day : null))
  if (!first && !last) return ''
  if (!first) return ` until ${formatPlainDay(last ?? '')}`
  if (!last) return ` since ${formatPlainDay(first)}`
  if (first === last) return ` of ${formatPlainDay(first)}`
  const nextDay = new Date(Date.parse(last) + 86_400_000).toISOString()
  const isMonth = first.endsWith('-01') && last.startsWith(first.slice(0, 7)) && nextDay.slice(8, 10) === '01'
  return isMonth ? ` of ${formatMonthOfYear(first)}` : ` from ${formatPlainDay(first)} to ${formatPlainDay(last)}`
}

/** Filters that the sentence says, and those without which there is no file. */
const inSentence = new Set(['from', 'to', 'student', 'import', 'by', 'months'])

/** What the log says of a file before it was sent, when nobody had counted its lines. */
const uncounted = `more than ${countedRows.toLocaleString('en-IN')}`

/** "Downloaded 128 payments of November 2026". The name of the record is its list. */
export function describeExport({ name, student, operation, changes }: Entry): string | null {
  const [list, rows] = [name ?? '', changes['rows']?.after]
  if (operation === 'update') {
    const before = changes['rows']?.before
    const brokeOff = changes['broke_off']?.after === true
    if (typeof rows !== 'number') return 'Lost the end of a download, which broke off'
    if (typeof before !== 'number')
      return brokeOff ? `Got ${linesOf(rows, list)}: the download broke off` : `Got all ${linesOf(rows, list)}`
    const of = `${rows.toLocaleString('en-IN')} of ${linesOf(before, list)}`
    return brokeOff ? `Got ${of}: the download broke off` : `Got ${of}: the list changed during the download`
  }
  if (operation !== 'insert') return null
  const filter = filterOf(changes['filter']?.after)
  const others = Object.keys(filter).some((key) => !inSentence.has(key))
  const lines = typeof rows === 'number' ? linesOf(rows, list) : `${uncounted} ${nameOf(list, 2)}`
  return `Downloaded ${lines}${student ? ` of ${student}` : ''}${daysOf(filter)}${others ? ', filtered' : ''}`
}

const filterOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

const filterLabels: Readonly<Record<string, string>> = {
  q: 'Search',
  from: 'From day',
  to: 'To day',
  student: 'Student',
  month: 'Month',
  section: 'Section',
  book: 'Book',
}

/** What a file had: its list, and each filter as a field of its own. When it was made stands beside the fields. */
export function exportedFields({ name, student, changes }: Entry) {
  const table = (name ?? '').replaceAll('-', '_')
  const list = changes['list']
    ? [{ name: 'list', label: 'List', before: null, after: sentenceCase(listNames[name ?? '']?.[1] ?? name ?? '') }]
    : []
  const rows = changes['rows']
  const lines = typeof rows?.after === 'number' ? [{ name: 'rows', label: 'Lines', before: rows.before, after: rows.after }] : []
  const broke =
    changes['broke_off']?.after === true ? [{ name: 'broke_off', label: 'Broke off', before: null, after: 'Yes' }] : []
  const filters = Object.entries(filterOf(changes['filter']?.after)).map(([key, value]) => ({
    name: `filter.${key}`,
    label: filterLabels[key] ?? sentenceCase(labelOfColumn(table, key)),
    before: null,
    after: (key === 'student' ? student : null) ?? (value === 'masked' ? value : textOfValue(table, key, value)) ?? value,
  }))
  return [...list, ...lines, ...broke, ...filters]
}
const sentenceCase = (label: string) => `${label.charAt(0).toUpperCase()}${label.slice(1)}`
