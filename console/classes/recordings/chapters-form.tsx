import { ClipboardPaste, ListPlus, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { type Chapter, chapterLimits, readChapters, topicsOf } from '#contract/classes/chapters.ts'
import { type RecordingRecord, recordings } from '#contract/classes/staff/recordings.ts'
import { call } from '#console/kit/api/client.ts'
import { currentOf, errorText } from '#console/kit/api/error-text.ts'
import { countOf } from '#console/kit/calendar/change-texts.ts'
import { FormError } from '#console/kit/fields/form-error.tsx'
import { notify } from '#console/kit/parts/toasts.tsx'
import { Button } from '#ui/button.tsx'
import { DialogActions } from '#ui/dialog.tsx'
import { Textarea } from '#ui/field.tsx'
import { chaptersOf, type Draft, draftOf, draftsOf, inOrder, problemsOf } from './chapter-drafts.ts'
import { ChapterRow } from './chapter-row.tsx'
import { LateChapters } from './late-chapters.tsx'
import { useRefreshRecordings } from './use-refresh-recordings.ts'

interface Props {
  recording: RecordingRecord
  topic: string
  /** Is called when something is typed. */
  onDirty: () => void
  onClose: () => void
  onSaved: () => void
}

const write = ({ id, version }: RecordingRecord, chapters: Chapter[]) =>
  call(recordings.endpoints.change, { params: { id }, body: { chapters }, ifMatch: version })

const isSame = (one: readonly Chapter[], other: readonly Chapter[]) => JSON.stringify(one) === JSON.stringify(other)

/** The chapters of a recording: from a pasted list, from the topics of the class, or typed one by one. */
export function ChaptersForm({ recording, topic, onDirty, onClose, onSaved }: Props) {
  const refresh = useRefreshRecordings()
  const [base, setBase] = useState(recording)
  const [drafts, setDrafts] = useState(() => draftsOf(recording.chapters))
  const [pastes, setPastes] = useState(drafts.length === 0)
  const [told, setTold] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [problems, setProblems] = useState<ReadonlyMap<number, string>>(new Map())
  const [saving, setSaving] = useState(false)
  const list = useRef<HTMLOListElement>(null)
  const topics = topicsOf(topic)
  const edit = (next: (all: Draft[]) => Draft[]) => {
    onDirty()
    setDrafts(next)
  }
  const focusRow = (place: string) =>
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`li${place} input`)?.focus())
  const add = () => {
    edit((all) => [...all, draftOf(all.length === 0 ? '0:00' : '', '')])
    focusRow(':last-child')
  }
  const take = (text: string): boolean => {
    const { chapters, skipped } = readChapters(text)
    if (chapters.length === 0) {
      setTold('No line of this begins with a time, such as 12:34.')
      return false
    }
    edit(() => inOrder(draftsOf(chapters)))
    setPastes(false)
    setProblems(new Map())
    setTold(
      `${countOf(chapters.length, 'chapter')} read.${skipped > 0 ? ` ${countOf(skipped, 'line')} without a time ${skipped === 1 ? 'is' : 'are'} left out.` : ''}`,
    )
    return true
  }
  const useTopics = () => {
    edit(() => topics.map((title, index) => draftOf(index === 0 ? '0:00' : '', title.slice(0, chapterLimits.longest))))
    setPastes(false)
    setTold('Give each topic the time at which it begins.')
    focusRow(':nth-child(2)')
  }
  const save = async () => {
    const sorted = inOrder(drafts)
    const found = problemsOf(sorted, base.duration_seconds)
    setDrafts(sorted)
    setProblems(found)
    setTold('')
    setError(
      sorted.length > chapterLimits.chapters
        ? `A recording has at most ${chapterLimits.chapters} chapters.`
        : found.size > 0
          ? `${countOf(found.size, 'chapter')} can’t be saved like this.`
          : null,
    )
    if (found.size > 0) return focusRow(':has([aria-invalid])')
    if (sorted.length > chapterLimits.chapters) return
    setSaving(true)
    try {
      const saved = await write(base, chaptersOf(sorted))
      notify(saved.chapters.length > 0 ? 'The chapters are saved.' : 'The chapters are removed.', async () => {
        await write(saved, base.chapters)
        await refresh()
      })
      await refresh()
      onSaved()
    } catch (failure) {
      const latest = currentOf(failure, recordings.record)
      if (latest) setBase(latest)
      setError(
        !latest
          ? errorText(failure)
          : isSame(latest.chapters, base.chapters)
            ? 'Somebody else has changed the recording, but not its chapters. Save again.'
            : `Somebody else has saved ${countOf(latest.chapters.length, 'chapter')}. Save again to replace them with yours.`,
      )
      setSaving(false)
    }
  }
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!saving) void save()
      }}
    >
      <FormError>{error}</FormError>
      <LateChapters recording={base} />
      {pastes ? <PastedList onTake={take} /> : null}
      <p role="status" className="text-muted empty:hidden">
        {told}
      </p>
      {drafts.length > 0 ? (
        <ol ref={list} aria-label="Chapters" className="grid gap-2">
          {drafts.map((draft, index) => (
            <ChapterRow
              key={draft.key}
              number={index + 1}
              draft={draft}
              problem={problems.get(draft.key)}
              onChange={(field) => edit((all) => all.map((one) => (one.key === draft.key ? { ...one, ...field } : one)))}
              onRemove={() => edit((all) => all.filter(({ key }) => key !== draft.key))}
            />
          ))}
        </ol>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button onClick={add} disabled={drafts.length >= chapterLimits.chapters}>
          <Plus aria-hidden="true" className="size-4" />
          Add a chapter
        </Button>
        {pastes ? null : (
          <Button variant="quiet" onClick={() => setPastes(true)}>
            <ClipboardPaste aria-hidden="true" className="size-4" />
            Paste a list
          </Button>
        )}
        {topics.length > 0 && drafts.length === 0 ? (
          <Button variant="quiet" onClick={useTopics}>
            <ListPlus aria-hidden="true" className="size-4" />
            Begin with the {topics.length} topics of the class
          </Button>
        ) : null}
      </div>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          variant="primary"
          disabled={drafts.length === 0 && base.chapters.length === 0}
          pending={saving && 'Saving…'}
        >
          {drafts.length === 0 && base.chapters.length > 0 ? 'Remove all chapters' : 'Save chapters'}
        </Button>
      </DialogActions>
    </form>
  )
}

/** Takes a list as it stands below videos. What is pasted is read at once. */
function PastedList({ onTake }: { onTake: (text: string) => boolean }) {
  const [text, setText] = useState('')
  return (
    <div className="grid justify-items-start gap-2">
      <div className="w-full">
        <Textarea
          label="Paste a list"
          hint="A time and a title on each line. The list replaces the chapters here."
          placeholder={'0:00 Welcome\n12:34 Reading a query plan'}
          value={text}
          spellCheck={false}
          onChange={({ target }) => setText(target.value)}
          onPaste={(event) => {
            if (text === '' && onTake(event.clipboardData.getData('text/plain'))) event.preventDefault()
          }}
          className="figures min-h-24"
        />
      </div>
      {text.trim() === '' ? null : <Button onClick={() => void onTake(text)}>Read the list</Button>}
    </div>
  )
}
