import type { CurriculumItem, CurriculumSection, UpcomingBatch } from '#contract/catalog.ts'
import { Accordion } from '#ui/accordion.tsx'
import { hoursText, moduleLengths } from './batch-length.ts'

interface Props {
  sections: CurriculumSection[]
  /** Weeks of each module, when the school says them. */
  weeks?: number[] | undefined
  batch?: UpcomingBatch | undefined
}

/** Curriculum sections as an accordion, with the weeks and hours of the batch; nested sections are listed below their titles. */
export function CurriculumTab({ sections, weeks, batch }: Props) {
  if (sections.length === 0)
    return <p className="text-muted">The curriculum is being written. Ask us for a call and we will go through it with you.</p>
  const lengths = moduleLengths(weeks ?? [], batch)
  const items = sections.flatMap((section, index) => {
    const length = lengths[index]
    const note = length && `${length.weeks}, ${length.hours}`
    return Object.entries(section).map(([title, content]) => ({ title, note, body: <Items items={content} /> }))
  })
  return (
    <>
      <h2 className={batch ? 'text-xl' : 'mb-4 text-xl'}>{items.length} modules, in this order</h2>
      {batch ? (
        <p className="figures mt-1 mb-5 text-sm text-muted">
          {hoursText(batch.class_count * batch.class_minutes)} of live class in {batch.class_count} classes
        </p>
      ) : null}
      <Accordion items={items} />
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
