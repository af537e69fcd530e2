import { useQueryClient } from '@tanstack/react-query'
import { Video } from 'lucide-react'
import { joinOpensMinutes } from '#contract/rules.ts'
import { type OwnClass, ownClasses, readTeachingDay, writeClassWords } from '#contract/classes/staff/teaching.ts'
import { formatClock, formatLongDay } from '#ui/format.ts'
import { LocalTime } from '#ui/local-time.tsx'
import { useAccess } from '#console/kit/api/access.ts'
import { call } from '#console/kit/api/client.ts'
import { classTitle } from '#console/kit/calendar/states.tsx'
import { TextareaField } from '#console/kit/fields/text-field.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { type ClassWordsInput, marksOf, wordLabels, wordsSchema } from './class-words.ts'
import { BatchFact, ClassFact, ClassPanelFrame } from '#console/kit/calendar/class-panel-frame.tsx'
import { MakeUpFacts } from '#console/kit/calendar/make-up-facts.tsx'
import { ClassRecordingSection } from '#console/classes/recordings/class-recording-section.tsx'
import { ClassWorkSection } from '#console/learning/work/class-work-section.tsx'
import { ClassGuestsSection } from '#console/classes/trials/class-guests-section.tsx'
import { ClassWordsForm, ClassWords } from '#console/kit/calendar/class-words.tsx'

interface Props {
  session: OwnClass
  /** The page of the batch, where the panel is not on it. */
  batchPath?: string
  onClose: () => void
}

/** One class beside its batch: when, the way into the classroom, and its words. */
export function ClassPanel({ session, batchPath, onClose }: Props) {
  const { may } = useAccess()
  const isAhead = session.state === 'scheduled' || session.state === 'live'
  return (
    <ClassPanelFrame session={session} onClose={onClose}>
      <div className="grid gap-4 border-b border-line px-5 py-4">
        <dl className="grid gap-3">
          {batchPath ? <BatchFact session={session} path={batchPath} /> : null}
          {session.topic ? (
            <ClassFact name="Topic">
              {session.topic}
              {session.module ? <span className="block text-sm text-muted">{session.module}</span> : null}
            </ClassFact>
          ) : null}
          <ClassFact name="When">
            {formatLongDay(session.starts_at)}
            <span className="figures block text-sm text-muted">
              {formatClock(session.starts_at).replace(' IST', '')} to {formatClock(session.ends_at)}{' '}
              <LocalTime instant={session.starts_at} />
            </span>
          </ClassFact>
          {session.cancel_reason ? <ClassFact name="Reason">{session.cancel_reason}</ClassFact> : null}
          <MakeUpFacts session={session} />
          {marksOf(session).length > 0 ? <ClassFact name="Changed">{marksOf(session).join('. ')}.</ClassFact> : null}
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
      <ClassRecordingSection session={session} mayWrite={session.mine} />
      <ClassWorkSection session={session} may={may} />
      <ClassGuestsSection session={session} />
      {session.mine && session.state !== 'cancelled' ? (
        <Words session={session} />
      ) : (
        <ClassWords session={session} schema={wordsSchema} labels={wordLabels} />
      )}
    </ClassPanelFrame>
  )
}

function Words({ session }: { session: OwnClass }) {
  const client = useQueryClient()
  return (
    <ClassWordsForm
      session={session}
      schema={wordsSchema}
      labels={wordLabels}
      record={ownClasses.record}
      save={async (from, words) => {
        try {
          return await call(writeClassWords, { params: { id: from.id }, body: words, ifMatch: from.version })
        } finally {
          // A stale save has shown that there is a later version, too.
          await Promise.all([ownClasses.name, readTeachingDay.name].map((name) => client.invalidateQueries({ queryKey: [name] })))
        }
      }}
      saved={(saved) => `${classTitle(saved)} is saved. Students see it in their room.`}
    >
      <TextareaField<ClassWordsInput>
        name="prepare"
        rows={4}
        hint="Students read it before the class. Web addresses become links."
      />
      <TextareaField<ClassWordsInput> name="notes" rows={8} hint="Students read it beside the recording. Nobody gets a mail." />
    </ClassWordsForm>
  )
}
