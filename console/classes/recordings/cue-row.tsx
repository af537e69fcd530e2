import { Trash2 } from 'lucide-react'
import type { CaptionLanguage } from '#contract/classes/classes.ts'
import { Button } from '#ui/button.tsx'
import { areaClass, inputClass } from '#ui/field.tsx'
import { type Draft, problemOf } from './caption-drafts.ts'

interface Props {
  number: number
  draft: Draft
  language: CaptionLanguage
  showsProblem: boolean
  onChange: (field: Partial<Draft>) => void
  onRemove: () => void
}

/** The times and the text of one caption. */
export function CueRow({ number, draft, language, showsProblem, onChange, onRemove }: Props) {
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
