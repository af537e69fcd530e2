import { FileUp, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { type CaptionLanguage, captionLanguageNames } from '#contract/classes/classes.ts'
import { captions, type CaptionsRecord } from '#contract/classes/staff/captions.ts'
import {
  CaptionError,
  captionLimits,
  type Cue,
  decodeCaptions,
  formatCueTime,
  parseCaptions,
  parseCueTime,
  problemOfCue,
  writeCaptions,
} from '#contract/classes/webvtt.ts'
import { call } from '#console/kit/api/client.ts'
import { currentOf, errorText } from '#console/kit/api/error-text.ts'
import { countOf } from '#console/kit/calendar/change-texts.ts'
import { FormError } from '#console/kit/fields/form-error.tsx'
import { Button } from '#ui/button.tsx'
import { areaClass, inputClass } from '#ui/field.tsx'
import { confirm } from '#console/kit/parts/confirm.tsx'
import { DialogActions } from '#ui/dialog.tsx'
import { notify } from '#console/kit/parts/toasts.tsx'

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

/** A cue as it is typed. */
interface Draft {
  key: number
  start: string
  end: string
  text: string
}

/** Cues on one page of the list. */
const shownCues = 50
let lastKey = 0
const draftOf = ({ start, end, text }: Cue): Draft => ({
  key: (lastKey += 1),
  start: formatCueTime(start),
  end: formatCueTime(end),
  text,
})
const draftsOf = (vtt: string): Draft[] => (vtt === '' ? [] : parseCaptions(vtt).map(draftOf))

/** What is wrong with a typed cue; null when nothing is. */
function problemOf({ start, end, text }: Draft): string | null {
  const [from, to] = [parseCueTime(start.trim()), parseCueTime(end.trim())]
  if (from === null || to === null) return 'A time looks like 00:01:30.500.'
  const problem = problemOfCue({ start: from, end: to, text })
  return problem && `${problem.charAt(0).toUpperCase()}${problem.slice(1)}`
}

const cueOf = ({ start, end, text }: Draft): Cue => ({
  start: parseCueTime(start.trim()) ?? 0,
  end: parseCueTime(end.trim()) ?? 0,
  text: text.trim(),
})

/** The captions of one language: from a file, or typed cue by cue. */
export function CaptionsForm({ recordingId, language, record, onSaved, onDirty, actions }: Props) {
  const [drafts, setDrafts] = useState(() => draftsOf(record?.vtt ?? ''))
  const [base, setBase] = useState(record)
  const [page, setPage] = useState(0)
  const [error, setError] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const [showsProblems, setShowsProblems] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const pages = Math.max(1, Math.ceil(drafts.length / shownCues))
  const first = Math.min(page, pages - 1) * shownCues
  const edit = (next: (all: Draft[]) => Draft[]) => {
    onDirty(true)
    setDrafts(next)
  }
  const change = (key: number, field: Partial<Draft>) =>
    edit((all) => all.map((one) => (one.key === key ? { ...one, ...field } : one)))
  const load = async (given: File | undefined) => {
    if (!given) return
    setError(null)
    try {
      // A letter has four bytes at most.
      const text = given.size > captionLimits.file * 4 ? '' : decodeCaptions(new Uint8Array(await given.arrayBuffer()))
      if (text === '' || text.length > captionLimits.file)
        throw new CaptionError(0, 'This file is too large for captions. They are text of at most 200,000 characters.')
      const read = parseCaptions(text).map(draftOf)
      edit(() => read)
      setPage(0)
    } catch (failure) {
      setError(failure instanceof CaptionError ? failure.message : 'This file could not be read.')
    }
  }
  const add = () => {
    const last = drafts.at(-1)
    const start = last ? (parseCueTime(last.end.trim()) ?? 0) : 0
    edit((all) => [...all, draftOf({ start, end: start + 3000, text: '' })])
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
      <div className="flex flex-wrap items-center gap-2">
        <input
          ref={file}
          type="file"
          accept=".vtt,.srt,text/vtt"
          className="sr-only"
          tabIndex={-1}
          aria-label="File of captions"
          onChange={({ target }) => {
            void load(target.files?.[0])
            target.value = ''
          }}
        />
        <Button onClick={() => file.current?.click()}>
          <FileUp aria-hidden="true" className="size-4" />
          {drafts.length > 0 ? 'Replace by a file' : 'Choose a file'}
        </Button>
        <span className="text-muted">
          {drafts.length > 0 ? countOf(drafts.length, 'caption') : 'WebVTT (.vtt) or SubRip (.srt), or type them below.'}
        </span>
      </div>
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
        {pages > 1 ? (
          <nav aria-label="Pages of captions" className="flex items-center gap-2">
            <Button repeats disabled={first === 0} onClick={() => setPage(first / shownCues - 1)}>
              Earlier
            </Button>
            <span className="figures text-muted">
              {first + 1} to {Math.min(first + shownCues, drafts.length)}
            </span>
            <Button repeats disabled={first + shownCues >= drafts.length} onClick={() => setPage(first / shownCues + 1)}>
              Later
            </Button>
          </nav>
        ) : null}
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

interface RowProps {
  number: number
  draft: Draft
  language: CaptionLanguage
  showsProblem: boolean
  onChange: (field: Partial<Draft>) => void
  onRemove: () => void
}

function CueRow({ number, draft, language, showsProblem, onChange, onRemove }: RowProps) {
  const problem = showsProblem ? problemOf(draft) : null
  const error = `cue-${draft.key}-error`
  const shared = { 'aria-invalid': problem ? true : undefined, 'aria-describedby': problem ? error : undefined }
  return (
    <li className="grid gap-2 border-b border-line pb-3 last:border-b-0 sm:grid-cols-[8rem_minmax(0,1fr)_auto]">
      <div className="grid grid-cols-2 content-start gap-2 sm:grid-cols-1">
        {(['start', 'end'] as const).map((field) => (
          <input
            key={field}
            {...shared}
            aria-label={`${field === 'start' ? 'Start' : 'End'} of caption ${number}`}
            value={draft[field]}
            inputMode="decimal"
            spellCheck={false}
            maxLength={13}
            onChange={({ target }) => onChange({ [field]: target.value })}
            className={`${inputClass} figures`}
          />
        ))}
      </div>
      <div className="grid content-start gap-1">
        <textarea
          {...shared}
          aria-label={`Text of caption ${number}`}
          lang={language}
          rows={2}
          maxLength={500}
          value={draft.text}
          onChange={({ target }) => onChange({ text: target.value })}
          className={`${areaClass} min-h-20`}
        />
        {problem ? (
          <p id={error} className="font-medium text-bad">
            {problem}
          </p>
        ) : null}
      </div>
      <Button
        variant="quiet"
        size="square"
        aria-label={`Delete caption ${number}`}
        onClick={onRemove}
        className="self-start max-sm:justify-self-end"
      >
        <Trash2 aria-hidden="true" className="size-4" />
      </Button>
    </li>
  )
}
