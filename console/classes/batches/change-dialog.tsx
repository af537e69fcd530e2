import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type SessionOutcome, type SessionRecord, sessions } from '#contract/classes/staff/sessions.ts'
import { currentOf, errorText, hasStatus } from '#console/kit/api/error-text.ts'
import { useRefresh } from '#console/kit/calendar/use-refresh.ts'
import { useSettled } from '#console/kit/calendar/use-settled.ts'
import { nameOfBatch } from '#console/kit/parts/batch-name.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { SkeletonLines } from '#console/kit/parts/states.tsx'
import { notify } from '#console/kit/parts/toasts.tsx'
import { Diff } from '#console/kit/resource/diff.tsx'
import { isSame } from '#console/kit/resource/value.tsx'
import { Consequence, classLabels, showClassField } from './consequence.tsx'

interface Props<Input> {
  title: string
  /** What the button does: "Move class". */
  action: string
  danger?: boolean
  /** The class that changes; null for a new one. */
  session: SessionRecord | null
  /** The batch of a new class. */
  batch?: { id: number; course: string }
  /** What the change sends; null while it is incomplete. */
  input: Input | null
  /** Asks the server: what would happen with `preview`, else the change itself. */
  send: (input: Input, asked: { version: number; query: { preview?: 'true' } }) => Promise<SessionOutcome>
  done: (outcome: SessionOutcome) => string
  undo?: (outcome: SessionOutcome) => Promise<SessionOutcome>
  onClose: () => void
  children?: ReactNode
}

/** A change of one class: its fields, then its consequence, then the button. */
export function ChangeDialog<Input>(props: Props<Input>) {
  const { title, action, danger = false, input, send, done, undo, onClose, children } = props
  const batch = props.batch ?? (props.session ? { id: props.session.batch_id, course: props.session.course } : null)
  const [base, setBase] = useState(props.session)
  const [stale, setStale] = useState<SessionRecord | null>(null)
  const [state, setState] = useState<{ running: boolean; error: unknown }>({ running: false, error: null })
  const refresh = useRefresh()
  const settled = useSettled(input)
  const version = base?.version ?? 0
  const preview = useQuery({
    // Not below the key of the classes: a preview is not asked again for a version that the change has replaced.
    queryKey: ['class-preview', title, base?.id, version, settled],
    queryFn: () =>
      settled === null ? Promise.reject(new Error('nothing to ask')) : send(settled, { version, query: { preview: 'true' } }),
    // Nor while the change runs: its words may change with the class.
    enabled: settled !== null && stale === null && !state.running,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    placeholderData: (before) => before,
  })
  const current = stale ?? currentOf(preview.error, sessions.record)
  const isSettled = isSame(input, settled) && !preview.isFetching
  // What is chosen is what the class is already.
  const isIdle = base !== null && preview.data?.changes.length === 0
  const run = async () => {
    if (input === null) return
    setState({ running: true, error: null })
    try {
      const outcome = await send(input, { version, query: {} })
      await refresh()
      onClose()
      // Last, because the time to take it back begins here, and the dialog covered the button.
      notify(
        done(outcome),
        undo &&
          (async () => {
            const { tells } = await undo(outcome)
            await refresh()
            // Mails wait until the act can't be undone any more, unless the last press came late.
            return tells.students > 0 ? 'Undone. The same people get another mail.' : 'Undone. Nobody gets a mail.'
          }),
      )
    } catch (error) {
      setStale(currentOf(error, sessions.record))
      setState({ running: false, error: hasStatus(error, 412) ? null : error })
    }
  }
  const error = state.error ?? (current ? null : preview.error)
  return (
    <Dialog open onClose={onClose} title={title} description={batch ? nameOfBatch(batch) : undefined}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isSettled && !isIdle && !error && !current && !state.running) void run()
        }}
      >
        <div className="grid gap-5">
          {children}
          {current && base ? (
            <Stale
              base={base}
              current={current}
              onGoOn={() => {
                setBase(current)
                setStale(null)
                setState({ running: false, error: null })
              }}
            />
          ) : error && input !== null ? (
            <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 font-medium text-bad">
              {errorText(error)}
            </p>
          ) : preview.data && input !== null ? (
            <Consequence outcome={preview.data} isNew={base === null} />
          ) : input === null ? null : (
            <SkeletonLines lines={2} />
          )}
        </div>
        <DialogActions>
          <Button onClick={onClose}>{danger ? 'Keep class' : 'Cancel'}</Button>
          <Button
            type="submit"
            variant={danger ? 'danger' : 'primary'}
            pending={state.running && 'Saving…'}
            disabled={input === null || !isSettled || isIdle || Boolean(error) || current !== null}
          >
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** Both versions of a class that somebody else has changed meanwhile. */
function Stale({ base, current, onGoOn }: { base: SessionRecord; current: SessionRecord; onGoOn: () => void }) {
  const changes = Object.keys(classLabels)
    .map((name) => ({
      name,
      label: classLabels[name] ?? name,
      before: base[name as keyof SessionRecord],
      after: current[name as keyof SessionRecord],
    }))
    .filter(({ before, after }) => !isSame(before, after))
  return (
    <section role="alert" className="grid gap-3 rounded-md border border-line p-3">
      <h3 className="text-sm">Somebody else has changed this class since you opened it</h3>
      {changes.length > 0 ? <Diff changes={changes} show={showClassField} /> : <p>Nothing that you see here differs.</p>}
      <Button className="justify-self-start" onClick={onGoOn}>
        Go on with the saved version
      </Button>
    </section>
  )
}
