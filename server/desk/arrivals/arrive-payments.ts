import { email } from '#contract/fields.ts'
import { deletePast, keepPastPayment } from '#server/money/past-payments/past-payments.ts'
import { row, statement } from '#server/platform/db/query.ts'
import { readPaise } from '#server/platform/tabular/amounts.ts'
import { isShortened, plainValue } from '#server/platform/tabular/cells.ts'
import { readDay } from '#server/platform/tabular/days.ts'
import type { Kind } from './kind.ts'
import { refuseCell } from './parse-line.ts'

// An erasure of the student waits for the line, or the line for it.
const studentOfLine = statement<{ id: number }>('student_of_line', `select id from users where email = $1 for key share`)

/** Characters of a reference, a way to pay and a course. */
const longest = { reference: 60, method: 60, course: 160 } as const

const rupees = /^(?:|inr|rs\.?|₹|rupees?|indian rupees?)$/i
const completed = /^(?:|paid|completed?|success(?:ful)?|succeeded|captured|settled|received|ok|yes)$/i
/** A moment with its zone, as programs write it. */
const moment = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|UTC|GMT|[+-]\d\d:?\d\d)(?: UTC)?$/

/** The day in India of a moment with a zone, else the day that is written. Null for a text that is none. */
function readPaidOn(text: string): string | null {
  const [, day, time, zone = ''] = moment.exec(text) ?? []
  if (day === undefined) return readDay(text)
  const at = Date.parse(`${day}T${time}${/^[+-]/.test(zone) ? zone : 'Z'}`)
  return Number.isNaN(at) ? null : new Date(at + indiaAhead).toISOString().slice(0, 10)
}
/** Milliseconds by which clocks in India are ahead of UTC, all year. */
const indiaAhead = 5.5 * 3_600_000

export const paymentKind: Kind = {
  words: {
    email: [
      'email',
      'mail',
      'email id',
      'email address',
      'student email',
      'customer email',
      'user email',
      'buyer email',
      'user',
      'ईमेल',
    ],
    amount: ['amount', 'amount paid', 'paid', 'total', 'fee paid', 'price', 'final price', 'earnings', 'राशि', 'रक्कम'],
    paid_on: ['paid on', 'paid at', 'date', 'payment date', 'purchased at', 'created at', 'purchase date', 'date paid', 'तारीख'],
    reference: [
      'reference',
      'reference no',
      'transaction',
      'transaction id',
      'payment id',
      'order id',
      'order',
      'receipt no',
      'invoice',
      'invoice no',
      'utr',
    ],
    method: ['method', 'payment method', 'paid by', 'paid via', 'mode', 'payment mode', 'gateway'],
    course: ['course', 'course name', 'for', 'product', 'product name', 'item', 'कोर्स'],
    currency: ['currency', 'currency code', 'मुद्रा'],
    status: ['status', 'payment status', 'state', 'order status', 'transaction status'],
  },
  columnOfField: {},
  async apply(tx, { source, arrivalId }, cells) {
    const cell = (column: string) => plainValue(cells[column] ?? '')
    const address = email.safeParse(cell('email'))
    if (!address.success) throw refuseCell('email', 'This is not an e-mail address.')
    if (!rupees.test(cell('currency')))
      throw refuseCell('currency', 'The amount is not in rupees. Please write what it was in rupees.')
    if (!completed.test(cell('status'))) throw refuseCell('status', 'This payment was not completed, or was given back.')
    const amountPaise = readPaise(cell('amount'))
    if (amountPaise === undefined) throw refuseCell('amount', 'The amount is not one of rupees, of ₹1 at least.')
    const paidOn = readPaidOn(cell('paid_on'))
    if (paidOn === null || paidOn < '2000-01-01') throw refuseCell('paid_on', 'This is no day since the year 2000.')
    for (const [column, most] of Object.entries(longest)) {
      if (cell(column).length > most) throw refuseCell(column, `Please keep this under ${most + 1} characters.`)
    }
    if (isShortened(cell('reference'))) {
      throw refuseCell(
        'reference',
        'Excel has shortened this reference, and its last digits are lost. Format the column as text.',
      )
    }
    const student = await row(tx, studentOfLine, [address.data])
    if (!student) throw refuseCell('email', 'No student has this address. Import the students first.')
    const [reference, method, course] = [cell('reference'), cell('method'), cell('course')]
    const payment = { userId: student.id, source, amountPaise, paidOn, reference, method, course }
    const { id, isNew } = await keepPastPayment(tx, payment, arrivalId)
    return { outcome: isNew ? 'new' : 'same', id, version: null }
  },
  async undo(tx, _by, { target_id: id }) {
    // Nothing is built on it, and an erasure may have taken it.
    await deletePast(tx, id)
    return null
  },
}
