import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAccess } from '#console/kit/api/access.ts'
import { call } from '#console/kit/api/client.ts'
import { type Opening, readOpening } from '#contract/desk/staff/opening.ts'
import { readSteps, type Step } from './setup-steps.ts'

const key = ['setup']
const stored = 'console:setup'

/** Whether this browser has seen the school incomplete (`open`), or complete (`done`). */
function known(): string | null {
  try {
    return localStorage.getItem(stored)
  } catch {
    return null
  }
}

function remember(state: 'open' | 'done'): void {
  try {
    localStorage.setItem(stored, state)
  } catch {
    // A full or blocked store only costs the same questions at the next visit.
  }
}

/** What a new school needs. `opening` says whether visitors see it. */
interface SetupState {
  steps: Step[]
  opening: Opening
}

/** Null when there is nothing to show: the school is open and complete, and whoever set it up has been told. */
async function readSetup(): Promise<SetupState | null> {
  if (known() === 'done') return null
  const opening = await call(readOpening)
  if (opening.opened_at === null) {
    remember('open')
    return { steps: await readSteps(), opening }
  }
  const steps = await readSteps()
  const isComplete = steps.every(({ done }) => done)
  if (isComplete && known() === null) remember('done')
  // The person may have finished while the steps were read.
  if (known() === 'done') return null
  remember('open')
  return { steps, opening }
}

/** What a new school needs before a student can buy, for whoever may do all of it. */
export function useSetup() {
  const { may } = useAccess()
  const client = useQueryClient()
  const isAsked = may('settings:write')
  const { data, isFetchedAfterMount } = useQuery({ queryKey: key, queryFn: readSetup, enabled: isAsked, staleTime: 0 })
  return {
    steps: data?.steps ?? null,
    opening: data?.opening ?? null,
    /** What an earlier page has read is out of date: each step was done since. */
    isPending: isAsked && !isFetchedAfterMount,
    finish() {
      remember('done')
      client.setQueryData(key, null)
    },
  }
}
