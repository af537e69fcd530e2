import type { ReactNode } from 'react'
import type { CurriculumItem, CurriculumSection } from '#contract/catalog/catalog.ts'
import { Accordion } from '#ui/accordion.tsx'
import type { BatchLength } from './batch-length.ts'

interface Props {
  sections: CurriculumSection[]
  length?: BatchLength | undefined
  /** Stands before the modules. */
  offer?: ReactNode
}

/** Curriculum sections as an accordion, with the weeks and hours of a batch; nested sections are listed below their titles. */
export function CurriculumTab({ sections, length, offer }: Props) {
  if (sections.length === 0) {
    return (
      <>
        {offer}
        <p className="text-muted">The curriculum is being written. Ask us for a call and we will go through it with you.</p>
      </>
    )
  }
  const items = sections.flatMap((section, index) =>
    Object.entries(section).map(([title, content]) => ({
      title,
      note: length?.modules[index],
      body: <Items items={content} />,
    })),
  )
  return (
    <>
      <h2 className="text-xl">{items.length} modules, in this order</h2>
      <p className="figures mt-1 mb-4 text-sm text-muted">{length?.hours}</p>
      {offer}
      <Accordion items={items} firstOpen />
    </>
  )
}

function Items({ items }: { items: CurriculumItem[] }) {
  return (
    <ul className="list-disc space-y-2 pl-5 text-sm marker:text-edge">
      {items.map((item) =>
        typeof item === 'string' ? (
          <li key={item}>{item}</li>
        ) : (
          Object.entries(item).map(([title, content]) => (
            <li key={title}>
              <span className="font-semibold">{title}</span>
              <div className="mt-2">
                <Items items={content} />
              </div>
            </li>
          ))
        ),
      )}
    </ul>
  )
}
