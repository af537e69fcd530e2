import { useState } from 'react'
import { blanksOf, type PolicyRecord } from '#contract/site/staff/policies.ts'
import { formatPlainDay } from '#ui/format.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { Button } from '#ui/button.tsx'
import { PageSections } from '#console/kit/parts/page-sections.tsx'
import { CompareDialog } from './compare.tsx'
import { PolicyState } from './policy-state.tsx'
import { useNewVersion } from './use-new-version.ts'

/** One version: where it stands, what can be done with it, and its text. */
export function PolicyPanel({ record }: { record: PolicyRecord }) {
  const { may } = useAccess()
  const { make, isMaking } = useNewVersion()
  const blanks = blanksOf(record)
  const [compares, setCompares] = useState(false)
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-2">
        <PolicyState version={record} />
        <span className="text-muted">
          {record.in_effect ? 'Since' : 'From'} {formatPlainDay(record.effective_on)}
        </span>
      </div>
      {record.in_effect ? (
        <p className="rounded-md bg-sunken p-3 text-muted">Students agreed to this version, so it stays as it is.</p>
      ) : null}
      {record.publication !== 'published' && blanks.length > 0 ? (
        <section aria-label="Blanks" className="rounded-md bg-signal-soft p-3">
          <p className="font-semibold">
            {blanks.length === 1 ? 'One blank is' : `${blanks.length} blanks are`} to be filled in before this text can be
            published.
          </p>
          <ul className="mt-1 flex flex-wrap gap-x-3 gap-y-1">
            {blanks.map((blank) => (
              <li key={blank}>{blank}</li>
            ))}
          </ul>
        </section>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {may('pages:write') && record.publication !== 'draft' ? (
          <Button pending={isMaking && 'New version'} onClick={() => make(record)}>
            New version from this text
          </Button>
        ) : null}
        <Button onClick={() => setCompares(true)}>Compare</Button>
      </div>
      <PageSections sections={record.content} />
      {compares ? <CompareDialog version={record} onClose={() => setCompares(false)} /> : null}
    </div>
  )
}
