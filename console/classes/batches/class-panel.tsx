import { ArrowRightLeft, CalendarClock, CalendarPlus, CalendarSearch, Undo2, UserX, Video, XCircle } from 'lucide-react'
import { useState } from 'react'
import { type SessionRecord, sessions } from '#contract/classes/staff/sessions.ts'
import { formatLongDay } from '#ui/format.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { useKeys } from '#console/kit/parts/keys.ts'
import { call } from '#console/kit/api/client.ts'
import { useRefresh } from '#console/kit/calendar/use-refresh.ts'
import { TextareaField, TextField, UrlField } from '#console/kit/fields/text-field.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { formatMoment } from '#console/kit/parts/time.ts'
import { CancelDialog, RestoreDialog } from './cancel-dialog.tsx'
import { clashOfClass, marksOfClass } from './class-marks.tsx'
import { classLabels } from './consequence.tsx'
import { MakeUpForDialog } from './make-up-dialog.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { pathOfFreeTimes } from '#console/kit/calendar/finding.ts'
import { classTitle } from '#console/kit/calendar/states.tsx'
import { type ClassWordsInput, wordsSchema } from './class-words.ts'
import { ClassRecordingSection } from '#console/classes/recordings/class-recording-section.tsx'
import { SubstituteDialog } from './substitute-dialog.tsx'
import { BatchFact, ClassFact, ClassPanelFrame } from '#console/kit/calendar/class-panel-frame.tsx'
import { MakeUpFacts } from '#console/kit/calendar/make-up-facts.tsx'
import { ClassWorkSection } from '#console/learning/work/class-work-section.tsx'
import { ClassGuestsSection } from '#console/classes/trials/class-guests-section.tsx'
import { ClassroomOfClassField, showClassroom } from './classroom-field.tsx'
import { ClassWordsForm, ClassWords } from '#console/kit/calendar/class-words.tsx'

const showWords = { classroom_provider: showClassroom }

interface Props {
  session: SessionRecord
  mayWrite: boolean
  /** The page of the batch, where the panel is not on it. */
  batchPath?: string
  onClose: () => void
}

/** One class beside its batch: when, who, and its words. */
export function ClassPanel({ session, mayWrite, batchPath, onClose }: Props) {
  const [open, setOpen] = useState<'move' | 'cancel' | 'restore' | 'make-up' | 'substitute' | null>(null)
  const { state } = session
  const { mayAll } = useAccess()
  const close = () => setOpen(null)
  const isAhead = state === 'scheduled' || state === 'live'
  useKeys(mayWrite && isAhead ? { c: () => setOpen('cancel') } : {})
  return (
    <ClassPanelFrame session={session} onClose={onClose}>
      <div className="grid gap-4 border-b border-line px-5 py-4">
        <dl className="grid gap-3">
          {batchPath ? <BatchFact session={session} path={batchPath} /> : null}
          <ClassFact name="When">
            {formatLongDay(session.starts_at)}
            <span className="figures block text-sm text-muted">{timesOf(session)}</span>
          </ClassFact>
          <ClassFact name="Instructor">
            {session.instructor}
            {session.clash === null ? null : (
              <span className="mt-1 flex items-start gap-2 rounded-md bg-signal-soft px-3 py-2 text-sm">
                <UserX aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-signal" />
                <span className="min-w-0">{clashOfClass(session)}. Move one of the two, or name a substitute.</span>
              </span>
            )}
          </ClassFact>
          {session.cancel_reason ? <ClassFact name="Reason">{session.cancel_reason}</ClassFact> : null}
          <MakeUpFacts session={session} />
          {marksOfClass(session).length > 0 ? (
            <ClassFact name="Changed by hand">{marksOfClass(session).join('. ')}.</ClassFact>
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
            {state === 'scheduled' ? (
              <ButtonLink to={pathOfFreeTimes(session)}>
                <CalendarSearch aria-hidden="true" className="size-3.5" />
                Find a free time
              </ButtonLink>
            ) : null}
            {isAhead ? (
              <Button onClick={() => setOpen('cancel')}>
                <XCircle aria-hidden="true" className="size-3.5" />
                Cancel class
              </Button>
            ) : (
              <>
                {session.made_up_by === null ? (
                  <Button onClick={() => setOpen('make-up')}>
                    <CalendarPlus aria-hidden="true" className="size-3.5" />
                    Make up
                  </Button>
                ) : null}
                <Button onClick={() => setOpen('restore')}>
                  <Undo2 aria-hidden="true" className="size-3.5" />
                  Restore class
                </Button>
              </>
            )}
          </div>
        ) : null}
      </div>
      <ClassRecordingSection session={session} mayWrite={mayAll('recordings:write')} />
      <ClassWorkSection session={session} may={mayAll} />
      <ClassGuestsSection session={session} />
      {mayWrite ? (
        <Words session={session} />
      ) : (
        <ClassWords session={session} schema={wordsSchema} labels={classLabels} show={showWords} />
      )}
      {open === 'move' ? <MoveDialog session={session} onClose={close} /> : null}
      {open === 'substitute' ? <SubstituteDialog session={session} onClose={close} /> : null}
      {open === 'cancel' ? <CancelDialog session={session} onClose={close} /> : null}
      {open === 'make-up' ? <MakeUpForDialog session={session} onClose={close} /> : null}
      {open === 'restore' ? <RestoreDialog session={session} onClose={close} /> : null}
    </ClassPanelFrame>
  )
}

function timesOf({ starts_at, ends_at }: SessionRecord): string {
  const [from, to] = [starts_at, ends_at].map((instant) => formatMoment(instant).split(', ').at(-1) ?? '')
  return `${(from ?? '').replace(' IST', '')} to ${to ?? ''}`
}

/** The words of a class. */
function Words({ session }: { session: SessionRecord }) {
  const refresh = useRefresh()
  return (
    <ClassWordsForm
      session={session}
      schema={wordsSchema}
      labels={classLabels}
      show={showWords}
      record={sessions.record}
      save={async (from, words) => {
        const saved = await call(sessions.endpoints.change, { params: { id: from.id }, body: words, ifMatch: from.version })
        await refresh()
        return saved
      }}
      saved={(saved) => `${classTitle(saved)} is saved.`}
    >
      <TextField<ClassWordsInput> name="topic" maxLength={200} />
      <TextField<ClassWordsInput> name="module" maxLength={200} />
      <TextareaField<ClassWordsInput> name="prepare" />
      <TextareaField<ClassWordsInput> name="notes" />
      <UrlField<ClassWordsInput> name="classroom_url" hint="Only where it differs from that of the batch." />
      <ClassroomOfClassField />
    </ClassWordsForm>
  )
}
