import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import {
  addClassNote,
  changeClassNote,
  type ClassNote,
  type ClassNotes,
  deleteClassNote,
  noteLimits,
} from '#contract/classes/notes.ts'
import { Button } from '#ui/button.tsx'
import { Textarea } from '#ui/field.tsx'
import { formatLength } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { call, messageOf } from '#web/lib/api.ts'
import { LoadFailed } from '#web/lib/load-failed.tsx'
import { useSession } from '#web/lib/session.ts'
import { ClassWords } from '../class-words.tsx'
import { classNotesQuery } from '../queries.ts'
import { playbackOf } from '../playback.ts'

interface Props {
  sessionId: number
  /** The player's, whose second a note can name; null while there is none. */
  videoElement: HTMLVideoElement | null
  /** What it plays. */
  recordingId: number | undefined
}

/** Notes of the student's own about a class. Nobody else reads them. */
export function Notes({ sessionId, videoElement, recordingId }: Props) {
  const { user } = useSession()
  const query = classNotesQuery(user?.email, sessionId)
  const queries = useQueryClient()
  const { data, error, isFetching, refetch } = useQuery(query)
  const keep = (next: ClassNotes) => queries.setQueryData(query.queryKey, next)
  return (
    <section aria-labelledby="own-notes" className="mt-8">
      <h2 id="own-notes" className="text-lg">
        Your notes
      </h2>
      <p className="mt-1 text-sm text-muted">Only you can read them. They are part of the data that you can download.</p>
      {data ? (
        <>
          {data.notes.length > 0 ? (
            <ul className="mt-4 divide-y divide-line rounded-lg border border-line bg-surface">
              {data.notes.map((note) => (
                <Note
                  key={note.id}
                  sessionId={sessionId}
                  note={note}
                  videoElement={note.recording_id === recordingId ? videoElement : null}
                  onChange={keep}
                />
              ))}
            </ul>
          ) : null}
          <NoteForm
            label="Add a note"
            action="Add note"
            save={async (text) => {
              const at =
                videoElement && recordingId !== undefined
                  ? { recording_id: recordingId, at_seconds: Math.floor(videoElement.currentTime) }
                  : {}
              keep(await call(addClassNote, { params: { session_id: sessionId }, body: { text, ...at } }))
            }}
            hint={videoElement ? 'The note remembers where the recording is.' : undefined}
          />
        </>
      ) : error ? (
        <div className="mt-4">
          <LoadFailed title="Your notes could not be loaded." isFetching={isFetching} onRetry={() => void refetch()}>
            They are safe.
          </LoadFailed>
        </div>
      ) : (
        <Loading label="Loading your notes" className="mt-4">
          <Skeleton className="h-48 w-full rounded-lg" />
        </Loading>
      )}
    </section>
  )
}

interface NoteProps {
  sessionId: number
  note: ClassNote
  /** That of the note's recording; null while another one is shown. */
  videoElement: HTMLVideoElement | null
  onChange: (notes: ClassNotes) => void
}

function Note({ sessionId, note, videoElement, onChange }: NoteProps) {
  const params = { session_id: sessionId, note_id: note.id }
  const [isEditing, setIsEditing] = useState(false)
  const [asksToDelete, setAsksToDelete] = useState(false)
  const [problem, setProblem] = useState('')
  const [running, setRunning] = useState(false)
  const remove = async () => {
    if (running) return
    setRunning(true)
    try {
      onChange(await call(deleteClassNote, { params }))
    } catch (error) {
      setProblem(messageOf(error, 'Your note could not be deleted. Please try again.'))
      setRunning(false)
    }
  }
  if (isEditing) {
    return (
      <li className="px-4 pb-4">
        <NoteForm
          label="Change the note"
          action="Save note"
          text={note.text}
          save={async (text) => {
            onChange(await call(changeClassNote, { params, body: { text } }))
            setIsEditing(false)
          }}
          onCancel={() => setIsEditing(false)}
        />
      </li>
    )
  }
  return (
    <li className="px-4 py-3">
      {note.at_seconds === null ? null : videoElement ? (
        <button
          type="button"
          onClick={() => playbackOf(videoElement).playFrom(note.at_seconds ?? 0)}
          className="figures inline-flex min-h-6 items-center text-sm font-semibold text-accent hover:underline"
        >
          Play from {formatLength(note.at_seconds)}
        </button>
      ) : (
        <p className="figures text-sm font-semibold text-muted">At {formatLength(note.at_seconds)}</p>
      )}
      <p className="wrap-anywhere">
        <ClassWords text={note.text} />
      </p>
      <div className="-ml-3 mt-1 flex flex-wrap">
        {asksToDelete ? (
          <>
            <Button variant="quiet" aria-disabled={running} onClick={() => void remove()}>
              Delete this note
            </Button>
            <Button variant="quiet" onClick={() => setAsksToDelete(false)}>
              Keep it
            </Button>
          </>
        ) : (
          <>
            <Button variant="quiet" onClick={() => setIsEditing(true)}>
              Edit
            </Button>
            <Button variant="quiet" onClick={() => setAsksToDelete(true)}>
              Delete
            </Button>
          </>
        )}
      </div>
      {problem ? <Notice tone="bad" title={problem} /> : null}
    </li>
  )
}

interface NoteFormProps {
  label: string
  action: string
  text?: string
  hint?: string | undefined
  save: (text: string) => Promise<void>
  onCancel?: () => void
}

/** What was typed stays when it could not be saved. */
function NoteForm({ label, action, text: begun = '', hint, save, onCancel }: NoteFormProps) {
  const [text, setText] = useState(begun)
  const [problem, setProblem] = useState('')
  const [running, setRunning] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (running) return
    if (text.trim() === '') return setProblem('Please write your note.')
    setRunning(true)
    setProblem('')
    try {
      await save(text)
      setText('')
    } catch (error) {
      setProblem(messageOf(error, 'Your note could not be saved. Please try again.'))
    }
    setRunning(false)
  }
  return (
    <form aria-label={action} noValidate onSubmit={(event) => void submit(event)} className="mt-4 space-y-3">
      <Textarea
        label={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        maxLength={noteLimits.text}
        hint={hint}
        error={problem || undefined}
        className="min-h-20"
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" pending={running && 'Saving…'}>
          {action}
        </Button>
        {onCancel ? (
          <Button variant="quiet" onClick={onCancel}>
            Discard
          </Button>
        ) : null}
      </div>
    </form>
  )
}
