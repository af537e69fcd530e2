import type { ImportOutcome, ImportRecord } from '#contract/staff/imports.ts'
import { countOf } from '../calendar/words.ts'
import { Badge } from '../parts/badge.tsx'

export const stateNames = { checked: 'Checked', done: 'Done', undone: 'Undone' } as const
const stateTones = { checked: 'ahead', done: 'good', undone: 'neutral' } as const

export function ImportState({ state }: Pick<ImportRecord, 'state'>) {
  return <Badge tone={stateTones[state]}>{stateNames[state]}</Badge>
}

const outcomeNames = {
  account_and_enrolment: 'New account, enrolled',
  account: 'New account',
  enrolment: 'Enrolled',
  nothing: 'Nothing changes',
  problem: 'Left out',
} as const
/** Before the import runs. */
const outcomesAhead = {
  ...outcomeNames,
  account_and_enrolment: 'Will get an account and be enrolled',
  account: 'Will get an account',
  enrolment: 'Will be enrolled',
  problem: 'Will be left out',
} as const
const outcomeTones = {
  account_and_enrolment: 'good',
  account: 'good',
  enrolment: 'good',
  nothing: 'neutral',
  problem: 'bad',
} as const

export function Outcome({ outcome, isAhead }: { outcome: ImportOutcome; isAhead: boolean }) {
  const names = isAhead ? outcomesAhead : outcomeNames
  const tone = isAhead && outcomeTones[outcome] === 'good' ? 'ahead' : outcomeTones[outcome]
  return <Badge tone={tone}>{names[outcome]}</Badge>
}

/** "4 accounts and 5 enrolments". */
export function gains({ accounts, enrolments }: Pick<ImportRecord, 'accounts' | 'enrolments'>): string {
  const parts = [accounts > 0 ? countOf(accounts, 'account') : '', enrolments > 0 ? countOf(enrolments, 'enrolment') : ''].filter(
    Boolean,
  )
  return parts.length > 0 ? parts.join(' and ') : 'nothing'
}
