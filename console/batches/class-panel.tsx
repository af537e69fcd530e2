import { zodResolver } from '@hookform/resolvers/zod'
import { ArrowRightLeft, CalendarClock, Undo2, X, XCircle } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { ApiError } from '#contract/client.ts'
import { type SessionRecord, sessions } from '#contract/staff/sessions.ts'
import { formatLongDay } from '#ui/format.ts'
import { call } from '../api/client.ts'
import { hasStatus } from '../api/error-text.ts'
import { useRefresh } from '../calendar/use-refresh.ts'
import { Labels } from '../fields/frame.tsx'
import { plainError } from '../fields/plain-error.ts'
import { TextareaField, TextField, UrlField } from '../fields/text-field.tsx'
import { Button } from '../parts/button.tsx'
import { formatMoment } from '../parts/time.ts'
import { notify, notifyFailure } from '../parts/toasts.tsx'
import { type Difference, differencesOf, StaleDialog } from '../resource/stale-dialog.tsx'
import { isSame, Value } from '../resource/value.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { marksOfClass } from './class-marks.tsx'
import { classLabels } from './consequence.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { classWords, formOf, wordNames, wordsOf } from './class-words.ts'
import { ClassState, classTitle } from './states.tsx'
import { SubstituteDialog } from './substitute-dialog.tsx'

interface Props {
  session: SessionRecord
  mayWrite: boolean
  onClose: () => void
}

/** One class beside its batch: when, who, and its words. */
export function ClassPanel({ session, mayWrite, onClose }: Props) {
  const [open, setOpen] = useState<'move' | 'cancel' | 'substitute' | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { state } = session
  const close = () => setOpen(null)
  const isAhead = state === 'scheduled' || state === 'live'
  return (
    <aside
      aria-label={classTitle(session)}
      className="fixed inset-0 z-40 flex flex-col bg-canvas md:absolute md:left-auto md:w-[28rem] md:border-l md:border-line md:shadow-overlay xl:static xl:shrink-0 xl:shadow-none"
    >
      <header className="flex items-center gap-2 border-b border-line py-3 pr-3 pl-5">
        <h2
          ref={heading}
          tabIndex={-1}
          className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1 text-lg outline-none"
        >
          {classTitle(session)}
          <ClassState state={state} />
        </h2>
        <Button variant="quiet" square aria-label="Close" onClick={onClose}>
          <X aria-hidden="true" className="size-4" />
        </Button>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="grid gap-4 border-b border-line px-5 py-4">
          <dl className="grid gap-3">
            <div>
              <dt className="text-xs font-semibold text-muted">When</dt>
              <dd className="mt-0.5 text-base">{formatLongDay(session.starts_at)}</dd>
              <dd className="figures text-muted">{timesOf(session)}</dd>
            </div>
            <div>
              <dt className="text-xs font-semibold text-muted">Instructor</dt>
              <dd className="mt-0.5 text-base">{session.instructor}</dd>
            </div>
            {marksOfClass(session).length > 0 ? (
              <div>
                <dt className="text-xs font-semibold text-muted">Changed by hand</dt>
                <dd className="mt-0.5">{marksOfClass(session).join('. ')}.</dd>
              </div>
            ) : null}
          </dl>
          {mayWrite && state !== 'held' ? (
            <div className="flex flex-wrap gap-2">
              {isAhead ? (
                <>
                  <Button onClick={() => setOpen('move')}>
                    <CalendarClock aria-hidden="true" className="size-3.5" />
                    Move
                  </Button>
                  <Button onClick={() => setOpen('substitute')}>
                    <ArrowRightLeft aria-hidden="true" className="size-3.5" />
                    Substitute
                  </Button>
                </>
              ) : null}
              <Button onClick={() => setOpen('cancel')}>
                {isAhead ? (
                  <XCircle aria-hidden="true" className="size-3.5" />
                ) : (
                  <Undo2 aria-hidden="true" className="size-3.5" />
                )}
                {isAhead ? 'Cancel class' : 'Restore class'}
              </Button>
            </div>
          ) : null}
        </div>
        {mayWrite ? <Words session={session} /> : <ReadWords session={session} />}
      </div>
      {open === 'move' ? <MoveDialog session={session} onClose={close} /> : null}
      {open === 'substitute' ? <SubstituteDialog session={session} onClose={close} /> : null}
      {open === 'cancel' ? <CancelDialog session={session} onClose={close} /> : null}
    </aside>
  )
}

function timesOf({ starts_at, ends_at }: SessionRecord): string {
  const [from, to] = [starts_at, ends_at].map((instant) => formatMoment(instant).split(', ').at(-1) ?? '')
  return `${(from ?? '').replace(' IST', '')} to ${to ?? ''}`
}

function ReadWords({ session }: { session: SessionRecord }) {
  return (
    <dl className="grid gap-4 px-5 py-4">
      {wordNames.map((name) => (
        <div key={name}>
          <dt className="text-xs font-semibold text-muted">{classLabels[name]}</dt>
          <dd className="mt-0.5 text-base break-words">
            <Value value={session[name]} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The words of a class. A stale save shows both versions. */
function Words({ session }: { session: SessionRecord }) {
  const [base, setBase] = useState(session)
  const [stale, setStale] = useState<{ current: SessionRecord; differences: Difference[] } | null>(null)
  const refresh = useRefresh()
  const form = useForm<Record<string, unknown>>({
    defaultValues: formOf(wordsOf(session)),
    resolver: zodResolver(classWords, { error: plainError }) as never,
  })
  const { isDirty, isSubmitting } = form.formState
  // A move or a substitute raised the version: what is typed here stays.
  useEffect(() => {
    if (isSame(wordsOf(session), wordsOf(base))) setBase(session)
    else if (!form.formState.isDirty) {
      setBase(session)
      form.reset(formOf(wordsOf(session)))
    }
  }, [session, base, form])
  const begin = (saved: SessionRecord) => {
    setBase(saved)
    form.reset(formOf(wordsOf(saved)))
  }
  const change = (from: SessionRecord, values: Record<string, unknown>) => {
    const fields = Object.fromEntries(Object.entries(values).filter(([name, value]) => !isSame(value, wordsOf(from)[name])))
    return call(sessions.endpoints.change, { params: { id: from.id }, body: fields, ifMatch: from.version })
  }
  const save = async (from: SessionRecord, values: Record<string, unknown>) => {
    if (isSame(values, wordsOf(from))) return begin(from)
    try {
      const saved = await change(from, values)
      begin(saved)
      notify(`${classTitle(saved)} is saved.`, async () => {
        begin(await change(saved, wordsOf(from)))
        await refresh()
      })
      await refresh()
    } catch (error) {
      if (error instanceof ApiError && hasStatus(error, 412)) {
        const { current } = error.raw as { current: SessionRecord }
        setStale({ current, differences: differencesOf(wordNames, { base: from, mine: values, theirs: current }) })
        return
      }
      if (error instanceof ApiError)
        for (const [name, message] of Object.entries(error.fields)) form.setError(name, { message }, { shouldFocus: true })
      notifyFailure(error)
    }
  }
  return (
    <FormProvider {...form}>
      <Labels value={classLabels}>
        <form
          noValidate
          onSubmit={(event) => void form.handleSubmit((values) => save(base, values))(event)}
          className="grid gap-5 px-5 py-4"
        >
          <TextField name="topic" maxLength={200} />
          <TextField name="module" maxLength={200} />
          <TextareaField name="prepare" />
          <TextareaField name="notes" />
          <UrlField name="classroom_url" hint="Only where it differs from that of the batch." />
          {isDirty ? (
            <div className="sticky bottom-0 -mx-5 -mb-4 flex items-center gap-2 border-t border-line bg-sand px-5 py-2.5">
              <p role="status" className="mr-auto font-semibold">
                Unsaved changes
              </p>
              <Button onClick={() => form.reset(formOf(wordsOf(base)))} disabled={isSubmitting}>
                Discard
              </Button>
              <Button type="submit" variant="primary" pending={isSubmitting && 'Saving…'}>
                Save
              </Button>
            </div>
          ) : null}
        </form>
      </Labels>
      {stale ? (
        <StaleDialog
          screen={{ one: 'class', labels: classLabels, show: {} }}
          differences={stale.differences}
          onClose={() => setStale(null)}
          onChoose={(chosen) => {
            const { current } = stale
            setStale(null)
            setBase(current)
            void save(current, classWords.parse({ ...wordsOf(current), ...form.getValues(), ...formOf(chosen) }))
          }}
        />
      ) : null}
    </FormProvider>
  )
}
