import { CircleAlert } from 'lucide-react'
import { useFormState } from 'react-hook-form'
import { sectionId } from '#console/kit/fields/section.tsx'
import type { FormPart } from './screen.ts'
import { useSectionInView } from './section-in-view.ts'

/** The sections of a long form beside it, where there is room. The one in view and those with errors are marked. */
export function FormIndex({ parts }: { parts: readonly FormPart[] }) {
  const { errors } = useFormState()
  const { inView, show } = useSectionInView(parts.map(({ title }) => sectionId(title)))
  return (
    <nav aria-label="Sections" className="sticky top-6 max-xl:hidden">
      <ul className="grid gap-0.5 border-l border-line">
        {parts.map(({ title, fields }) => {
          const hasError = fields.some((name) => name in errors)
          const isInView = sectionId(title) === inView
          return (
            <li key={title}>
              <button
                type="button"
                aria-current={isInView ? 'true' : undefined}
                onClick={() => show(sectionId(title))}
                className={`-ml-px flex min-h-8 w-full items-center gap-1.5 border-l-2 px-3 text-left hover:text-ink aria-[current]:border-accent aria-[current]:font-semibold ${hasError ? 'border-bad font-semibold text-bad' : 'border-transparent text-muted hover:border-edge aria-[current]:text-ink'}`}
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
