import { Trash2 } from 'lucide-react'
import { chapterLimits } from '#contract/classes/chapters.ts'
import { Button } from '#ui/button.tsx'
import { inputClass } from '#ui/field.tsx'
import type { Draft } from './chapter-drafts.ts'

interface Props {
  number: number
  draft: Draft
  problem: string | undefined
  onChange: (field: Partial<Draft>) => void
  onRemove: () => void
}

/** The time and the title of one chapter. */
export function ChapterRow({ number, draft, problem, onChange, onRemove }: Props) {
  const error = `chapter-${draft.key}-error`
  const shared = { 'aria-invalid': problem ? true : undefined, 'aria-describedby': problem ? error : undefined }
  return (
    <li className="grid grid-cols-[5.5rem_minmax(0,1fr)_auto] items-start gap-2">
      <input
        {...shared}
        aria-label={`Start of chapter ${number}`}
        value={draft.time}
        placeholder="12:34"
        spellCheck={false}
        autoComplete="off"
        maxLength={9}
        onChange={({ target }) => onChange({ time: target.value })}
        className={`${inputClass} figures`}
      />
      <input
        {...shared}
        aria-label={`Title of chapter ${number}`}
        value={draft.title}
        autoComplete="off"
        maxLength={chapterLimits.longest}
        onChange={({ target }) => onChange({ title: target.value })}
        className={inputClass}
      />
      <Button variant="quiet" size="square" aria-label={`Delete chapter ${number}`} onClick={onRemove}>
        <Trash2 aria-hidden="true" className="size-4" />
      </Button>
      {problem ? (
        <p id={error} className="col-span-3 -mt-1 font-medium text-bad">
          {problem}
        </p>
      ) : null}
    </li>
  )
}
