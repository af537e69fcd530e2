import { policyIds } from '#contract/rules.ts'
import type { PolicyRecord } from '#contract/site/staff/policies.ts'
import { formatPlainDay } from '#ui/format.ts'
import { Badge } from '#console/kit/parts/badge.tsx'
import { today } from '#ui/days.ts'

/** The three policies in the order in which visitors read them. */
export const policyNames: readonly { id: number; name: string }[] = [
  { id: policyIds.terms, name: 'Terms and Conditions' },
  { id: policyIds.privacy, name: 'Privacy Policy' },
  { id: policyIds.refund, name: 'Refund Policy' },
]

export function policyName(id: number): string {
  return policyNames.find((policy) => policy.id === id)?.name ?? 'Policy'
}

/** Where a version stands between draft and history. */
export function PolicyState({ version }: { version: PolicyRecord }) {
  if (version.in_effect) return <Badge tone="good">In effect</Badge>
  if (version.publication === 'draft') return <Badge tone="ahead">Draft</Badge>
  if (version.publication === 'archived') return <Badge>Archived</Badge>
  return version.effective_on > today() ? (
    <Badge tone="signal">Comes on {formatPlainDay(version.effective_on)}</Badge>
  ) : (
    <Badge>Replaced</Badge>
  )
}
