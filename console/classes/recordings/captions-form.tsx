import { FileUp, Plus } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { type CaptionLanguage, captionLanguageNames } from '#contract/classes/classes.ts'
import { captions, type CaptionsRecord } from '#contract/classes/staff/captions.ts'
import { CaptionError, parseCaptions, writeCaptions } from '#contract/classes/webvtt.ts'
import { call } from '#console/kit/api/client.ts'
import { currentOf, errorText } from '#console/kit/api/error-text.ts'
import { countOf } from '#console/kit/calendar/change-texts.ts'
import { FormError } from '#console/kit/fields/form-error.tsx'
import { Button } from '#ui/button.tsx'
import { confirm } from '#console/kit/parts/confirm.tsx'
import { DialogActions } from '#ui/dialog.tsx'
import { notify } from '#console/kit/parts/toasts.tsx'
import { cueOf, type Draft, draftAfter, draftsOf, problemOf, readCaptionFile } from './caption-drafts.ts'
import { CueRow } from './cue-row.tsx'

interface Props {
  recordingId: number
  language: CaptionLanguage
  /** What is stored; null while there are none. */
  record: CaptionsRecord | null
  /** Null when they were deleted. */
  onSaved: (record: CaptionsRecord | null) => Promise<unknown>
  /** Hears whether something is typed that is not saved. */
  onDirty: (isDirty: boolean) => void
  actions: ReactNode
}

/** Cues on one page of the list. */
const shownCues = 50
/** The captions of one language: from a file, or typed cue by cue. */
export function CaptionsForm({ recordingId, language, record, onSaved, onDirty, actions }: Props) {
  const [drafts, setDrafts] = useState(() => draftsOf(record?.vtt ?? ''))
  const [base, setBase] = useState(record)
  const [page, setPage] = useState(0)
  const [error, setError] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const [showsProblems, setShowsProblems] = useState(false)
  const list = useRef<HTMLOListElement>(null)
  const pages = Math.max(1, Math.ceil(drafts.length / shownCues))
  const first = Math.min(page, pages - 1) * shownCues
  const edit = (next: (all: Draft[]) => Draft[]) => {
    onDirty(true)
    setDrafts(next)
  }
  const change = (key: number, field: Partial<Draft>) =>
    edit((all) => all.map((one) => (one.key === key ? { ...one, ...field } : one)))
  const load = async (given: File) => {
    setError(null)
    try {
      const read = await readCaptionFile(given)
      edit(() => read)
      setPage(0)
    } catch (failure) {
      setError(failure instanceof CaptionError ? failure.message : 'This file could not be read.')
    }
  }
  const add = () => {
    edit((all) => [...all, draftAfter(all.at(-1))])
    setPage(Math.floor(drafts.length / shownCues))
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('li:last-child textarea')?.focus())
  }
  const save = async () => {
    const wrong = drafts.findIndex((draft) => problemOf(draft) !== null)
    setShowsProblems(true)
    if (wrong >= 0) {
      setPage(Math.floor(wrong / shownCues))
      setError(`Caption ${wrong + 1}: ${problemOf(drafts[wrong] ?? { key: 0, start: '', end: '', text: '' }) ?? ''}`)
      return
    }
    setSaving(true)
    setError(null)
    const vtt = writeCaptions(drafts.map(cueOf))
    try {
      const saved = base
        ? await call(captions.endpoints.change, { params: { id: base.id }, body: { vtt }, ifMatch: base.version })
        : await call(captions.endpoints.create, { body: { recording_id: recordingId, language, vtt } })
      setBase(saved)
      setDrafts(draftsOf(saved.vtt))
      onDirty(false)
      notify(`The captions in ${captionLanguageNames[language]} are saved.`)
      await onSaved(saved)
    } catch (failure) {
      const latest = currentOf(failure, captions.record)
      if (latest) setBase(latest)
      setError(
        latest
          ? `Somebody else has saved ${countOf(parseCaptions(latest.vtt).length, 'caption')}. Save again to replace them with yours.`
          : errorText(failure),
      )
    } finally {
      setSaving(false)
    }
  }
  const remove = async () => {
    if (!base) return
    const yes = await confirm({
      title: `Delete the captions in ${captionLanguageNames[language]}?`,
      text: `${countOf(drafts.length, 'caption')} of this recording. This can’t be undone.`,
      action: 'Delete captions',
      danger: true,
    })
    if (!yes) return
    try {
      await call(captions.actions.remove, { params: { id: base.id }, ifMatch: base.version })
      setBase(null)
      setDrafts([])
      onDirty(false)
      await onSaved(null)
    } catch (failure) {
      setError(errorText(failure))
    }
  }
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <FormError>{error}</FormError>
      <CaptionFile count={drafts.length} onChoose={(file) => void load(file)} />
      {drafts.length > 0 ? (
        <ol ref={list} start={first + 1} className="grid gap-3" aria-label="Captions">
          {drafts.slice(first, first + shownCues).map((draft, index) => (
            <CueRow
              key={draft.key}
              number={first + index + 1}
              draft={draft}
              language={language}
              showsProblem={showsProblems}
              onChange={(field) => change(draft.key, field)}
              onRemove={() => edit((all) => all.filter(({ key }) => key !== draft.key))}
            />
          ))}
        </ol>
      ) : null}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Button onClick={add}>
          <Plus aria-hidden="true" className="size-4" />
          Add a caption
        </Button>
        {pages > 1 ? <Pages first={first} count={drafts.length} onGo={setPage} /> : null}
      </div>
      <DialogActions>
        {base ? (
          <Button variant="quiet" className="mr-auto" onClick={() => remove()}>
            Delete captions
          </Button>
        ) : null}
        {actions}
        <Button type="submit" variant="primary" disabled={drafts.length === 0} pending={saving && 'Saving…'}>
          Save captions
        </Button>
      </DialogActions>
    </form>
  )
}

function CaptionFile({ count, onChoose }: { count: number; onChoose: (file: File) => void }) {
  const file = useRef<HTMLInputElement>(null)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <input
        ref={file}
        type="file"
        accept=".vtt,.srt,text/vtt"
        className="sr-only"
        tabIndex={-1}
        aria-label="File of captions"
        onChange={({ target }) => {
          const chosen = target.files?.[0]
          if (chosen) onChoose(chosen)
          target.value = ''
        }}
      />
      <Button onClick={() => file.current?.click()}>
        <FileUp aria-hidden="true" className="size-4" />
        {count > 0 ? 'Replace by a file' : 'Choose a file'}
      </Button>
      <span className="text-muted">
        {count > 0 ? countOf(count, 'caption') : 'WebVTT (.vtt) or SubRip (.srt), or type them below.'}
      </span>
    </div>
  )
}

/** The way through a long list. `first` is the place of its first cue in sight. */
function Pages({ first, count, onGo }: { first: number; count: number; onGo: (page: number) => void }) {
  const page = first / shownCues
  return (
    <nav aria-label="Pages of captions" className="flex items-center gap-2">
      <Button repeats disabled={first === 0} onClick={() => onGo(page - 1)}>
        Earlier
      </Button>
      <span className="figures text-muted">
        {first + 1} to {Math.min(first + shownCues, count)}
      </span>
      <Button repeats disabled={first + shownCues >= count} onClick={() => onGo(page + 1)}>
        Later
      </Button>
    </nav>
  )
}
