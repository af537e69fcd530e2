import { orderStates, orders, orderStateNames } from '#contract/money/staff/payments.ts'
import { formatClock, formatPlainDay } from '#ui/format.ts'
import { Badge } from '#console/kit/parts/badge.tsx'
import { formatPaise } from '#console/kit/parts/money.ts'
import { formatMoment } from '#console/kit/parts/time.ts'
import { defineScreen } from '#console/kit/resource/screen.ts'

export const ordersScreen = defineScreen({
  resource: orders,
  title: 'Orders',
  one: 'order',
  labels: {
    student: 'Student',
    status: 'State',
    amount_paise: 'Amount',
    course: 'Course',
    batch_starts_on: 'Batch from',
    held_until: 'Seat held until',
    created_at: 'Made',
    order_id: 'Order id',
    email: 'E-mail',
    from: 'From day',
    to: 'To day',
  },
  nameOf: ({ student }) => student,
  columns: [
    { name: 'student' },
    {
      name: 'status',
      width: '8rem',
      atEnd: true,
      show: ({ status }) => (
        <Badge tone={status === 'paid' ? 'good' : status === 'expired' ? 'neutral' : 'ahead'}>{orderStateNames[status]}</Badge>
      ),
    },
    { name: 'amount_paise' },
    { name: 'course' },
    { name: 'batch_starts_on', width: '9rem', show: ({ batch_starts_on }) => formatPlainDay(batch_starts_on) },
    { name: 'held_until', width: '10rem', show: ({ held_until }) => (held_until ? formatClock(held_until) : '') },
    { name: 'created_at', width: '13rem', show: ({ created_at }) => formatMoment(created_at) },
  ],
  line: ({ amount_paise, course }) => `${formatPaise(amount_paise)} · ${course}`,
  views: [
    { name: 'Open', filters: { status: 'open' }, empty: 'No open order.' },
    { name: 'Left', filters: { status: 'expired' }, empty: 'No order was left.' },
  ],
  filters: [
    { name: 'status', kind: 'choice', choices: orderStates.map((value) => ({ value, label: orderStateNames[value] })) },
    { name: 'from', kind: 'day' },
    { name: 'to', kind: 'day' },
  ],
  empty: 'An order appears here when a student opens checkout.',
  show: {
    batch_starts_on: (value) => formatPlainDay(String(value)),
    amount_paise: (value) => formatPaise(Number(value)),
    created_at: (value) => formatMoment(String(value)),
    held_until: (value) => (typeof value === 'string' ? formatMoment(value) : 'No seat held'),
    status: (value) => orderStateNames[value as keyof typeof orderStateNames],
  },
})
