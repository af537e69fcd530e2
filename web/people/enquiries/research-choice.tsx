import { ArrowRight } from 'lucide-react'
import { useRef, useState } from 'react'
import { lazyDialog } from '#ui/lazy-part.tsx'
import type { ResearchDraft, ResearchKind } from './research-form.tsx'

const ResearchDialog = lazyDialog(() => import('./research-dialog.tsx'))

const choices: { kind: ResearchKind; label: string; text: string }[] = [
  {
    kind: 'professor',
    label: "I'm a Professor",
    text: 'You have a question, or a group, and look for somebody to work on it with.',
  },
  {
    kind: 'student',
    label: "I'm a Student",
    text: 'You have a thesis or a first paper ahead.',
  },
]

/** Opens the research form, whose chunk loads on demand. */
export function ResearchChoice() {
  const [open, setOpen] = useState<ResearchKind | null>(null)
  const draft: ResearchDraft = useRef(undefined)
  return (
    <div data-needs-script="">
      <ul className="grid gap-4 sm:grid-cols-2">
        {choices.map(({ kind, label, text }) => (
          <li key={kind}>
            <button
              ref={ResearchDialog.opener}
              type="button"
              aria-haspopup="dialog"
              onClick={() => setOpen(kind)}
              className="group flex h-full w-full flex-col rounded-lg border border-edge bg-surface p-6 text-left shadow-card transition-shadow duration-200 hover:border-accent hover:shadow-lift"
            >
              <span className="flex w-full items-center justify-between gap-4 text-xl font-bold tracking-tight group-hover:text-accent">
                {label}
                <ArrowRight
                  aria-hidden="true"
                  className="size-5 shrink-0 text-accent transition-transform duration-150 group-hover:translate-x-0.5"
                />
              </span>
              <span className="mt-2 block text-sm text-muted">{text}</span>
            </button>
          </li>
        ))}
      </ul>
      {open ? <ResearchDialog kind={open} draft={draft} onClose={() => setOpen(null)} /> : null}
    </div>
  )
}
