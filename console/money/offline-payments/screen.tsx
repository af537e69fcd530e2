import {
  bounceCheque,
  clearCheque,
  offlinePayments,
  offlineStates,
  offlineStateNames,
} from '#contract/money/staff/offline-payments.ts'
import { formatPlainDay } from '#ui/format.ts'
import { call } from '#console/kit/api/client.ts'
import { TakeButtons } from '#console/money/dialogs/take-buttons.tsx'
import { offlineMethodNames } from '#contract/money/staff/approvals.ts'
import { methodChoices } from '#console/money/dialogs/dialog-texts.ts'
import { formatColumnPaise, formatPaise } from '#console/kit/parts/money.ts'
import { formatMoment } from '#console/kit/parts/time.ts'
import { defineScreen } from '#console/kit/resource/screen.ts'
import { OfflinePaymentPanel } from './offline-payment-panel.tsx'
import { OfflineState } from './offline-state.tsx'

export const screen = defineScreen({
  resource: offlinePayments,
  title: 'Offline payments',
  one: 'offline payment',
  labels: {
    student: 'Student',
    state: 'State',
    amount_paise: 'Amount',
    refunded_paise: 'Refunded',
    method: 'Paid by',
    reference: 'Reference',
    received_on: 'Received on',
    received_by_name: 'Received by',
    course: 'Course',
    for_part: 'Of the price',
    recorded_at: 'Recorded',
    from: 'From day',
    to: 'To day',
  },
  nameOf: ({ student, amount_paise }) => `${formatPaise(amount_paise)} of ${student}`,
  columns: [
    { name: 'student' },
    { name: 'state', width: '11rem', atEnd: true, show: ({ state }) => <OfflineState state={state} /> },
    { name: 'amount_paise' },
    {
      name: 'refunded_paise',
      width: '9rem',
      show: ({ refunded_paise, due_paise }) =>
        due_paise > 0 ? (
          <span className="text-signal">{formatColumnPaise(due_paise)} due</span>
        ) : refunded_paise > 0 ? (
          formatColumnPaise(refunded_paise)
        ) : (
          ''
        ),
    },
    { name: 'method', width: '8.5rem', show: ({ method }) => offlineMethodNames[method] },
    { name: 'reference', width: '12rem' },
    { name: 'received_on', show: ({ received_on }) => formatPlainDay(received_on) },
    { name: 'received_by_name', hidden: true },
    { name: 'course', hidden: true },
    { name: 'for_part', hidden: true },
    { name: 'recorded_at', hidden: true, show: ({ recorded_at }) => formatMoment(recorded_at) },
  ],
  // Once money goes back, how much of it is what people look for; the narrow line ends before the reference does.
  line: ({ method, reference, refunded_paise: refunded, due_paise: due }) =>
    [due > 0 ? `${formatPaise(due)} due` : refunded > 0 ? formatPaise(refunded) : null, offlineMethodNames[method], reference]
      .filter((part) => part !== null)
      .join(' · '),
  views: [
    { name: 'At the bank', filters: { state: 'received' }, sort: 'received_on', empty: 'No cheque is at the bank.' },
    { name: 'To give back', filters: { state: 'return_due' }, sort: 'recorded_at', empty: 'No payment is to be given back.' },
  ],
  filters: [
    { name: 'state', kind: 'choice', choices: offlineStates.map((value) => ({ value, label: offlineStateNames[value] })) },
    { name: 'method', kind: 'choice', choices: methodChoices },
    { name: 'from', kind: 'day' },
    { name: 'to', kind: 'day' },
  ],
  empty: 'Money that came by UPI, transfer, cash or cheque appears here.',
  Make: TakeButtons,
  Panel: OfflinePaymentPanel,
  acts: [
    {
      label: 'Bounced',
      permission: 'payments:write',
      when: ({ state }) => state === 'received',
      run: ({ id, version }) => call(bounceCheque, { params: { id }, ifMatch: version }),
      done: ({ student }) => `The cheque of ${student} has bounced.`,
      confirm: ({ student, reference }) => ({
        title: 'Has this cheque bounced?',
        text: `${student} is not enrolled. ${reference} can be recorded again when it is presented again.`,
        action: 'It has bounced',
      }),
    },
    {
      label: 'Cleared',
      permission: 'payments:write',
      primary: true,
      when: ({ state }) => state === 'received',
      run: ({ id, version }) => call(clearCheque, { params: { id }, ifMatch: version }),
      done: ({ student }) => `The cheque of ${student} has cleared.`,
      confirm: ({ student, course, amount_paise, reference }) => ({
        title: `Has the bank paid ${formatPaise(amount_paise)}?`,
        text: `Cheque ${reference}. ${student} is enrolled in ${course} and gets the receipt. If there is no place any more, the money is due to go back.`,
        action: `${formatPaise(amount_paise)} has cleared`,
        danger: false,
      }),
    },
  ],
})
