import { CircleAlert } from 'lucide-react'
import { useFormState } from 'react-hook-form'
import { sectionId } from '#console/kit/fields/section.tsx'
import type { FormPart } from './screen.ts'

/** The sections of a long form beside it, where there is room. Those with errors are marked. */
export function FormIndex({ parts }: { parts: readonly FormPart[] }) {
  const { errors } = useFormState()
  return (
    <nav aria-label="Sections" className="sticky top-6 max-xl:hidden">
      <ul className="grid gap-0.5 border-l border-line">
        {parts.map(({ title, fields }) => {
          const hasError = fields.some((name) => name in errors)
          return (
            <li key={title}>
              <button
                type="button"
                onClick={() => {
                  const section = document.getElementById(sectionId(title))
                  section?.scrollIntoView()
                  section?.querySelector('h2')?.focus({ preventScroll: true })
                }}
                className={`-ml-px flex min-h-8 w-full items-center gap-1.5 border-l-2 border-transparent px-3 text-left hover:border-edge hover:text-ink ${hasError ? 'border-bad font-semibold text-bad' : 'text-muted'}`}
              >
                {title}
                {hasError ? <CircleAlert aria-label="has errors" className="size-3.5 shrink-0" /> : null}
              </button>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
