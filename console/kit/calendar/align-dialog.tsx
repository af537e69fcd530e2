import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { batches, previewBatch } from '#contract/classes/staff/batches.ts'
import { call } from '#console/kit/api/client.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { SkeletonLines, Failed } from '#console/kit/parts/states.tsx'
import { notify, notifyFailure } from '#console/kit/parts/toasts.tsx'
import { planKey } from './plan-preview.tsx'
import { PlanWeeks } from './plan-weeks.tsx'
import { useRefresh } from './use-refresh.ts'

/** Shows how the classes of a batch would follow its pattern and the holidays, and does it. */
export function AlignDialog({ batchId, onClose }: { batchId: number; onClose: () => void }) {
  const [running, setRunning] = useState(false)
  const refresh = useRefresh()
  const asked = useQuery({
    queryKey: [...planKey, 'align', batchId],
    queryFn: async () => {
      const batch = await call(batches.endpoints.read, { params: { id: batchId } })
      const { first_day, clock, weekdays, minutes, class_count, last_day, calendar } = batch
      const pattern = { first_day, clock, weekdays, minutes, class_count, last_day, calendar }
      return { batch, plan: await call(previewBatch, { body: { ...pattern, batch_id: batchId } }) }
    },
    staleTime: 0,
  })
  const align = async (batch: { id: number; version: number; course: string }) => {
    setRunning(true)
    try {
      await call(batches.actions.generate, { params: { id: batch.id }, ifMatch: batch.version })
      notify(`The classes of batch ${batch.id} follow the pattern again.`)
      await refresh()
      onClose()
    } catch (error) {
      notifyFailure(error)
      // Somebody else may have changed the batch: the difference is worked out anew.
      await asked.refetch()
    } finally {
      setRunning(false)
    }
  }
  const { data } = asked
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={data ? `Bring batch ${data.batch.id} in line` : 'Bring the classes in line'}
      description={`${data ? `${data.batch.course}. ` : ''}Classes that are over, and those that were moved, cancelled or added by hand, stay as they are.`}
    >
      {asked.isError ? (
        <Failed error={asked.error} onRetry={() => void asked.refetch()} />
      ) : data ? (
        <>
          <PlanWeeks plan={data.plan} weekdays={data.batch.weekdays} compares />
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="primary" pending={running && 'Bringing in line…'} onClick={() => align(data.batch)}>
              Bring in line
            </Button>
          </DialogActions>
        </>
      ) : (
        <SkeletonLines lines={5} />
      )}
    </Dialog>
  )
}
