import { ArrowRightLeft, CalendarClock, Undo2, Video, X, XCircle } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { type SessionRecord, sessions } from '#contract/staff/sessions.ts'
import { formatLongDay } from '#ui/format.ts'
import { call } from '../api/client.ts'
import { useRefresh } from '../calendar/use-refresh.ts'
import { Labels } from '../fields/frame.tsx'
import { TextareaField, TextField, UrlField } from '../fields/text-field.tsx'
import { Button, ButtonLink } from '../parts/button.tsx'
import { formatMoment } from '../parts/time.ts'
import { useLeaveGuard, useSaveKey } from '../resource/guards.ts'
import { useRecordForm } from '../resource/use-record-form.tsx'
import { isSame, Value } from '../resource/value.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { marksOfClass } from './class-marks.tsx'
import { classLabels } from './consequence.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { classWords, formOf, wordNames } from './class-words.ts'
import { ClassState, classTitle } from '../calendar/states.tsx'
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
      className="fixed inset-0 z-40 flex flex-col bg-canvas md:static md:w-[26rem] md:shrink-0 md:border-l md:border-line xl:w-[28rem]"
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
      <div role="region" aria-label="Details" tabIndex={0} className="min-h-0 flex-1 overflow-y-auto">
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
          {isAhead ? (
            <ButtonLink to={`/join/${session.id}`} className="justify-self-start">
              <Video aria-hidden="true" className="size-3.5" />
              Open the classroom
            </ButtonLink>
          ) : null}
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

/** The words of a class. */
function Words({ session }: { session: SessionRecord }) {
  const refresh = useRefresh()
  const { form, base, begin, rebase, discard, submit, dialog } = useRecordForm<SessionRecord>({
    schema: classWords,
    record: session,
    valuesOf: formOf,
    async change(from, fields) {
      const saved = await call(sessions.endpoints.change, { params: { id: from.id }, body: fields, ifMatch: from.version })
      await refresh()
      return saved
    },
    currentOf: (error) => (error.raw as { current: SessionRecord }).current,
    saved: (saved) => `${classTitle(saved)} is saved.`,
    screen: { one: 'class', labels: classLabels, show: {} },
  })
  const { isDirty, isSubmitting } = form.formState
  useLeaveGuard(isDirty, 'class')
  const formElement = useRef<HTMLFormElement>(null)
  useSaveKey(() => formElement.current?.requestSubmit())
  const follow = useEffectEvent((latest: SessionRecord) => {
    if (!isDirty) begin(latest)
    // A move or a substitute changes no words: what is typed stays, and its save is not stale.
    else if (base && isSame(formOf(latest), formOf(base))) rebase(latest)
  })
  useEffect(() => follow(session), [session])
  return (
    <FormProvider {...form}>
      <Labels value={classLabels}>
        <form ref={formElement} noValidate onSubmit={submit} className="grid gap-5 px-5 py-4">
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
              <Button onClick={discard} disabled={isSubmitting}>
                Discard
              </Button>
              <Button type="submit" variant="primary" pending={isSubmitting && 'Saving…'}>
                Save
              </Button>
            </div>
          ) : null}
        </form>
      </Labels>
      {dialog}
    </FormProvider>
  )
}
