import { type LeadRecord, leads } from '#contract/desk/staff/leads.ts'
import { hasStatus } from '#console/kit/api/error-text.ts'
import { notifyFailure } from '#console/kit/parts/toasts.tsx'
import { useChanges } from '#console/kit/resource/calls.ts'

/** Runs one change of a lead. A stale one shows the lead as it is now; what was typed stays. */
export function useLeadChange() {
  const { keep, forget } = useChanges(leads)
  return async (change: () => Promise<LeadRecord>): Promise<LeadRecord | null> => {
    try {
      const lead = keep(await change())
      await forget()
      return lead
    } catch (error) {
      notifyFailure(error)
      if (hasStatus(error, 412)) await forget()
      return null
    }
  }
}
