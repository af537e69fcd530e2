import { useState } from 'react'
import { policies, type PolicyRecord } from '#contract/site/staff/policies.ts'
import { formatPlainDay } from '#ui/format.ts'
import { inputClass } from '#ui/field.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { SkeletonLines, Failed } from '#console/kit/parts/states.tsx'
import { useList } from '#console/kit/resource/calls.ts'
import { Diff } from '#console/kit/resource/diff.tsx'
import { changedSections } from './changed-sections.ts'

/** What differs between a version and another one of the same policy. */
export function CompareDialog({ version, onClose }: { version: PolicyRecord; onClose: () => void }) {
  const list = useList(policies, { policy_id: String(version.policy_id), sort: '-effective_on', limit: '100' })
  const others = list.records.filter(({ id }) => id !== version.id)
  const [chosen, setChosen] = useState<number | null>(null)
  const other =
    others.find(({ id }) => id === chosen) ??
    others.find(({ in_effect }) => in_effect) ??
    others.find(({ effective_on }) => effective_on <= version.effective_on) ??
    others[0]
  const [before, after] = other && other.effective_on > version.effective_on ? [version, other] : [other, version]
  const changes = before ? changedSections(before, after) : []
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Compare versions"
      description={`${version.title}, ${formatPlainDay(version.effective_on)}`}
    >
      {list.isPending ? (
        <SkeletonLines lines={4} />
      ) : list.isError ? (
        <Failed error={list.error} onRetry={() => void list.refetch()} />
      ) : other ? (
        <div className="grid gap-4">
          <label className="grid gap-1.5 font-semibold sm:max-w-72">
            With the version of
            <select className={inputClass} value={other.id} onChange={(event) => setChosen(Number(event.target.value))}>
              {others.map(({ id, effective_on, publication, in_effect }) => (
                <option key={id} value={id}>
                  {formatPlainDay(effective_on)}
                  {in_effect ? ', in effect' : publication === 'draft' ? ', draft' : ''}
                </option>
              ))}
            </select>
          </label>
          {changes.length > 0 ? <Diff changes={changes} /> : <p>Both versions have the same text.</p>}
        </div>
      ) : (
        <p>This is the only version.</p>
      )}
    </Dialog>
  )
}
