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

export const paymentKind: Kind = {
  words: {
    email: ['email', 'mail', 'email id', 'email address', 'student email', 'customer email', 'username', 'user', 'ईमेल'],
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
  },
  columnOfField: {},
  async apply(tx, { source, arrivalId }, cells) {
    const cell = (column: string) => plainValue(cells[column] ?? '')
    const address = email.safeParse(cell('email'))
    if (!address.success) throw refuseCell('email', 'This is not an e-mail address.')
    const amountPaise = readPaise(cell('amount'))
    if (amountPaise === undefined) throw refuseCell('amount', 'The amount is not one of rupees, of ₹1 at least.')
    const paidOn = readDay(cell('paid_on'))
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
