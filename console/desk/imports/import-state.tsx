import { type ImportRecord, type ImportRow, importStateNames } from '#contract/desk/staff/imports.ts'
import { countOf } from '#console/kit/calendar/change-texts.ts'
import { Badge } from '#console/kit/parts/badge.tsx'
import { formatPaise } from '#console/kit/parts/money.ts'

const stateTones = { checked: 'ahead', waiting: 'signal', done: 'good', undone: 'neutral' } as const

export function ImportState({ state }: Pick<ImportRecord, 'state'>) {
  return <Badge tone={stateTones[state]}>{importStateNames[state]}</Badge>
}

const outcomeNames = {
  account_and_enrolment: 'New account, enrolled',
  account: 'New account',
  enrolment: 'Enrolled',
  payment: 'Payment recorded',
  nothing: 'Nothing changes',
  problem: 'Left out',
} as const
/** Before the import runs. */
const outcomesAhead = {
  ...outcomeNames,
  account_and_enrolment: 'Will get an account and be enrolled',
  account: 'Will get an account',
  enrolment: 'Will be enrolled',
  payment: 'Payment will be recorded',
  problem: 'Will be left out',
} as const
const outcomeTones = {
  account_and_enrolment: 'good',
  account: 'good',
  enrolment: 'good',
  payment: 'good',
  nothing: 'neutral',
  problem: 'bad',
} as const

/** After the import was undone. */
const undoneNames = {
  account_and_enrolment: { removed: 'Account removed', stays: 'Account stays, enrolment ended' },
  account: { removed: 'Account removed', stays: 'Account stays' },
  enrolment: { removed: 'Enrolment ended', stays: 'Enrolment ended' },
  payment: { removed: 'Payment recorded', stays: 'Payment recorded' },
  nothing: { removed: 'Nothing changed', stays: 'Nothing changed' },
  problem: { removed: 'Left out', stays: 'Left out' },
} as const

/** Whether nothing of a file has happened yet. */
const isAhead = (state: ImportRecord['state']) => state === 'checked' || state === 'waiting'

/** What a line will do, has done, or what its undo has left. */
export function outcomeText(
  { outcome, student_id }: Pick<ImportRow, 'outcome' | 'student_id'>,
  state: ImportRecord['state'],
): string {
  if (state === 'undone') return undoneNames[outcome][student_id === null ? 'removed' : 'stays']
  return (isAhead(state) ? outcomesAhead : outcomeNames)[outcome]
}

export function Outcome({ row, state }: { row: ImportRow; state: ImportRecord['state'] }) {
  const tone = outcomeTones[row.outcome]
  const ofState = isAhead(state) ? 'ahead' : state === 'done' ? 'good' : 'neutral'
  return (
    <Badge tone={tone === 'good' ? ofState : tone} wraps>
      {outcomeText(row, state)}
    </Badge>
  )
}

type Gained = Pick<ImportRecord, 'accounts' | 'enrolments' | 'payments' | 'waiting'>

/** "It records payments of ₹7,20,000 and gives places worth ₹36,000 without a payment." Empty for accounts alone. */
export function worthOf({
  received_paise: paid,
  given_paise: given,
}: Pick<ImportRecord, 'received_paise' | 'given_paise'>): string {
  const parts = [
    paid > 0 ? `records payments of ${formatPaise(paid)}` : '',
    given > 0 ? `gives places worth ${formatPaise(given)} without a payment` : '',
  ].filter(Boolean)
  return parts.length > 0 ? `It ${parts.join(' and ')}.` : ''
}

/** "4 accounts, 5 enrolments and 3 payments". */
export function gains({ accounts, enrolments, payments, waiting }: Gained): string {
  const parts = [
    accounts > 0 ? countOf(accounts, 'account') : '',
    enrolments > 0 ? countOf(enrolments, 'enrolment') : '',
    payments + waiting > 0 ? countOf(payments + waiting, 'payment') : '',
  ].filter(Boolean)
  const last = parts.pop()
  return last === undefined ? 'nothing' : parts.length > 0 ? `${parts.join(', ')} and ${last}` : last
}
