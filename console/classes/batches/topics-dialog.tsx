import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useId, useState } from 'react'
import type { BatchRecord } from '#contract/classes/staff/batches.ts'
import { nameTopics, type NamedTopics, type SessionRecord } from '#contract/classes/staff/sessions.ts'
import { call } from '#console/kit/api/client.ts'
import { errorText } from '#console/kit/api/error-text.ts'
import { useRefresh } from '#console/kit/calendar/use-refresh.ts'
import { useSettled } from '#console/kit/calendar/use-settled.ts'
import { countOfClasses } from '#console/kit/calendar/change-texts.ts'
import { Button } from '#ui/button.tsx'
import { areaClass } from '#ui/field.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { SkeletonLines } from '#console/kit/parts/states.tsx'
import { notify, notifyFailure } from '#console/kit/parts/toasts.tsx'

interface Props {
  batch: BatchRecord
  classes: readonly SessionRecord[]
  onClose: () => void
}

/** Names the classes of a batch from a pasted list, with what each class would be called. */
export function TopicsDialog({ batch, classes, onClose }: Props) {
  const id = useId()
  const [topics, setTopics] = useState('')
  const [running, setRunning] = useState(false)
  const refresh = useRefresh()
  const settled = useSettled(topics)
  const params = { id: batch.id }
  const isGiven = settled.trim() !== ''
  const preview = useQuery({
    queryKey: ['topics-preview', batch.id, settled],
    queryFn: () => call(nameTopics, { params, query: { preview: 'true' }, body: { topics: settled } }),
    enabled: isGiven,
    staleTime: 0,
    retry: false,
    placeholderData: (before) => before,
  })
  const changed = preview.data?.sessions.filter((session) => session.changed).length ?? 0
  const isSettled = topics === settled && !preview.isFetching && preview.isSuccess && isGiven
  const save = async () => {
    setRunning(true)
    try {
      await call(nameTopics, { params, query: {}, body: { topics } })
      notify(`${countOfClasses(changed)} ${changed === 1 ? 'has' : 'have'} a new topic.`)
      await refresh()
      onClose()
    } catch (error) {
      notifyFailure(error)
      setRunning(false)
    }
  }
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Paste topics"
      description={`One line for each of the ${countOfClasses(classes.filter(({ state }) => state !== 'cancelled').length)}, in order. A tab separates module and topic, as in a copied sheet. An empty line leaves its class as it is.`}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <div className="grid content-start gap-1.5">
          <label htmlFor={id} className="font-semibold">
            Topics
          </label>
          <textarea
            id={id}
            value={topics}
            onChange={(event) => setTopics(event.target.value)}
            aria-invalid={isGiven && preview.isError ? true : undefined}
            aria-describedby={isGiven && preview.isError ? `${id}-error` : undefined}
            className={`${areaClass} min-h-76 whitespace-pre sm:sticky sm:top-0`}
          />
          {isGiven && preview.isError ? (
            <p id={`${id}-error`} role="alert" className="font-medium text-bad">
              {errorText(preview.error)}
            </p>
          ) : null}
        </div>
        <div className="min-w-0">
          <h3 className="mb-1.5 text-sm">{preview.data && isGiven ? `${countOfClasses(changed)} changed` : 'Classes'}</h3>
          {isGiven && !preview.isError ? (
            preview.data ? (
              <Preview named={preview.data} />
            ) : (
              <SkeletonLines lines={4} />
            )
          ) : (
            <p className="text-muted">
              {isGiven ? 'Correct the list to see the classes.' : 'Paste a list to see what each class would be called.'}
            </p>
          )}
        </div>
      </div>
      <DialogActions>
        <p className="mr-auto self-center text-muted max-sm:basis-full">Nobody is told.</p>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" pending={running && 'Saving…'} disabled={!isSettled || changed === 0} onClick={() => save()}>
          {changed === 0 ? 'Name classes' : `Name ${countOfClasses(changed)}`}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function Preview({ named }: { named: NamedTopics }) {
  return (
    <ol aria-label="Classes with their topics" className="rounded-md border border-line">
      {named.sessions.map(({ id, number, before, after, module, changed }) => (
        <li key={id} className={`flex gap-3 border-b border-line px-2.5 py-1.5 last:border-b-0 ${changed ? '' : 'text-muted'}`}>
          <span className="figures w-6 shrink-0 text-right text-muted">{number}</span>
          <span className="min-w-0 flex-1">
            {module ? <span className="block truncate text-xs text-muted">{module}</span> : null}
            <span className={`block break-words ${changed ? 'font-semibold' : ''}`}>{after || 'No topic'}</span>
            {changed && before && before !== after ? (
              <span className="flex items-center gap-1 text-xs text-muted">
                <ArrowRight aria-hidden="true" className="size-3 rotate-180" />
                <span className="sr-only">before: </span>
                <span className="truncate line-through">{before}</span>
              </span>
            ) : null}
          </span>
        </li>
      ))}
    </ol>
  )
}
