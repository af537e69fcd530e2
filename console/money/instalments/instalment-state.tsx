import type { InstalmentListed } from '#contract/money/staff/instalments.ts'
import { instalmentStateNames } from '#contract/money/staff/instalments.ts'
import { Badge } from '#console/kit/parts/badge.tsx'

const tones = { due: 'ahead', moved: 'ahead', late: 'bad', paid: 'good', waived: 'neutral' } as const

/** "Late, 11 days". */
export function InstalmentState({ part }: { part: Pick<InstalmentListed, 'state' | 'days_late'> }) {
  return (
    <Badge tone={tones[part.state]}>
      {instalmentStateNames[part.state]}
      {part.days_late > 0 ? `, ${part.days_late} ${part.days_late === 1 ? 'day' : 'days'}` : ''}
    </Badge>
  )
}
