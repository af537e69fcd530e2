import { useQueryClient } from '@tanstack/react-query'
import { Video, X } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { FormProvider } from 'react-hook-form'
import { joinOpensMinutes } from '#contract/rules.ts'
import { type OwnClass, ownClasses, readTeachingDay, writeClassWords } from '#contract/staff/teaching.ts'
import { formatClock, formatLongDay } from '#ui/format.ts'
import { LocalTime } from '#ui/local-time.tsx'
import { call } from '../api/client.ts'
import { ClassState, classTitle } from '../calendar/states.tsx'
import { Labels } from '../fields/frame.tsx'
import { TextareaField } from '../fields/text-field.tsx'
import { Button, ButtonLink } from '../parts/button.tsx'
import { useLeaveGuard, useSaveKey } from '../resource/guards.ts'
import { useRecordForm } from '../resource/use-record-form.tsx'
import { isSame, Value } from '../resource/value.tsx'
import { formOf, marksOf, wordLabels, wordNames, wordsSchema } from './class-words.ts'

const recordingTexts = { ready: 'Ready', expected: 'Expected', missing: 'Missing. Please ask the office.' } as const

/** One class beside its batch: when, the way into the classroom, and its words. */
export function ClassPanel({ session, onClose }: { session: OwnClass; onClose: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const isAhead = session.state === 'scheduled' || session.state === 'live'
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
          <ClassState state={session.state} />
        </h2>
        <Button variant="quiet" square aria-label="Close" onClick={onClose}>
          <X aria-hidden="true" className="size-4" />
        </Button>
      </header>
      <div role="region" aria-label="Details" tabIndex={0} className="min-h-0 flex-1 overflow-y-auto">
        <div className="grid gap-4 border-b border-line px-5 py-4">
          <dl className="grid gap-3">
            {session.topic ? (
              <Fact name="Topic">
                {session.topic}
                {session.module ? <span className="block text-sm text-muted">{session.module}</span> : null}
              </Fact>
            ) : null}
            <Fact name="When">
              {formatLongDay(session.starts_at)}
              <span className="figures block text-sm text-muted">
                {formatClock(session.starts_at).replace(' IST', '')} to {formatClock(session.ends_at)}{' '}
                <LocalTime instant={session.starts_at} />
              </span>
            </Fact>
            {marksOf(session).length > 0 ? <Fact name="Changed">{marksOf(session).join('. ')}.</Fact> : null}
            {session.recording ? <Fact name="Recording">{recordingTexts[session.recording]}</Fact> : null}
          </dl>
          {isAhead && session.mine ? (
            <div className="grid justify-items-start gap-2">
              <ButtonLink to={`/join/${session.id}`} variant={session.state === 'live' ? 'primary' : 'secondary'}>
                <Video aria-hidden="true" className="size-4" />
                Open the classroom
              </ButtonLink>
              <p className={session.has_classroom ? 'text-muted' : 'text-signal'}>
                {!session.has_classroom
                  ? 'This class has no link yet. Please ask the office.'
                  : session.state === 'live'
                    ? `It is open until ${formatClock(session.ends_at)}.`
                    : `It opens ${joinOpensMinutes} minutes before, at ${formatClock(session.opens_at)}.`}
              </p>
            </div>
          ) : null}
        </div>
        {session.mine && session.state !== 'cancelled' ? <Words session={session} /> : <ReadWords session={session} />}
      </div>
    </aside>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs font-semibold text-muted">{name}</dt>
      <dd className="mt-0.5 text-base break-words">{children}</dd>
    </div>
  )
}

function ReadWords({ session }: { session: OwnClass }) {
  return (
    <dl className="grid gap-4 px-5 py-4">
      {wordNames.map((name) => (
        <div key={name}>
          <dt className="text-xs font-semibold text-muted">{wordLabels[name]}</dt>
          <dd className="mt-0.5 text-base break-words whitespace-pre-line">
            <Value value={session[name]} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Words({ session }: { session: OwnClass }) {
  const client = useQueryClient()
  const { form, base, begin, rebase, submit, dialog } = useRecordForm<OwnClass>({
    schema: wordsSchema,
    record: session,
    valuesOf: formOf,
    async change(from, fields) {
      try {
        return await call(writeClassWords, { params: { id: from.id }, body: fields, ifMatch: from.version })
      } finally {
        // A stale save has shown that there is a later version, too.
        await Promise.all([ownClasses.name, readTeachingDay.name].map((name) => client.invalidateQueries({ queryKey: [name] })))
      }
    },
    currentOf: (error) => (error.raw as { current: OwnClass }).current,
    saved: (saved) => `${classTitle(saved)} is saved. Students see it in their room.`,
    screen: { one: 'class', labels: wordLabels, show: {} },
  })
  const { isDirty, isSubmitting } = form.formState
  useLeaveGuard(isDirty, 'class')
  const formElement = useRef<HTMLFormElement>(null)
  useSaveKey(() => formElement.current?.requestSubmit())
  const follow = useEffectEvent((latest: OwnClass) => {
    if (!isDirty) begin(latest)
    // A moved class has the same words: what is typed stays, and its save is not stale.
    else if (base && isSame(formOf(latest), formOf(base))) rebase(latest)
  })
  useEffect(() => follow(session), [session])
  return (
    <FormProvider {...form}>
      <Labels value={wordLabels}>
        <form ref={formElement} noValidate onSubmit={submit} className="grid gap-5 px-5 py-4">
          <TextareaField name="prepare" rows={4} hint="Students read it before the class. Web addresses become links." />
          <TextareaField name="notes" rows={8} hint="Students read it beside the recording. Nobody gets a mail." />
          {isDirty ? (
            <div className="sticky bottom-0 -mx-5 -mb-4 flex items-center gap-2 border-t border-line bg-sand px-5 py-2.5">
              <p role="status" className="mr-auto font-semibold">
                Unsaved changes
              </p>
              <Button onClick={() => begin(session)} disabled={isSubmitting}>
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
