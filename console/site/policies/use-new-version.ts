import { useState } from 'react'
import { useNavigate } from 'react-router'
import { policies, type PolicyRecord } from '#contract/site/staff/policies.ts'
import { notify, notifyFailure } from '#console/kit/parts/toasts.tsx'
import { useChanges } from '#console/kit/resource/calls.ts'
import { addDays, today } from '#ui/days.ts'

/** Makes a draft with the text of a version and opens it. */
export function useNewVersion() {
  const { create } = useChanges(policies)
  const navigate = useNavigate()
  const [isMaking, setIsMaking] = useState(false)
  return {
    isMaking,
    async make({ policy_id, title, content }: PolicyRecord) {
      setIsMaking(true)
      try {
        const made = await create({ policy_id, title, content, effective_on: addDays(today(), 1) })
        notify('The new version is a draft with the same text.')
        await navigate(`/policies/${made.id}/edit`)
      } catch (error) {
        notifyFailure(error)
      } finally {
        setIsMaking(false)
      }
    },
  }
}
