import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { AlignDialog } from '#console/kit/calendar/align-dialog.tsx'
import { useOutdated } from '#console/kit/calendar/outdated.ts'
import { sumUpChanges } from '#console/kit/calendar/change-texts.ts'
import { Button } from '#ui/button.tsx'

/** Says that the classes of a batch differ from its pattern and the holidays, and offers to bring them in line. */
export function OutOfLine({ batchId }: { batchId: number }) {
  const { data } = useOutdated(batchId)
  const [open, setOpen] = useState(false)
  const found = data?.items[0]
  return (
    <>
      {found ? (
        <div className="flex flex-wrap items-center gap-2 border-b border-line bg-signal-soft/60 px-4 py-2 sm:px-6">
          <TriangleAlert aria-hidden="true" className="size-4 shrink-0 text-signal" />
          <p className="min-w-0 flex-1">The classes are out of line with the pattern and the holidays: {sumUpChanges(found)}.</p>
          <Button onClick={() => setOpen(true)}>Review</Button>
        </div>
      ) : null}
      {open ? <AlignDialog batchId={batchId} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
