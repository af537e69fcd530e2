import type { ReactNode } from 'react'
import type { CourseRecord } from '#contract/catalog/staff/courses.ts'
import { pictureUrl } from '#console/kit/fields/image-field.tsx'
import { publication } from '#console/kit/resource/publication.tsx'
import { CoursePrice } from './course-price.tsx'
import { Outline } from './outline-list.tsx'

export const drawnPicture = (id: number) => `media/art/course/${id}.svg`

/** A course at a glance: its state, its price, and what it teaches. */
export function CoursePanel({ record }: { record: CourseRecord }) {
  const { id, image, category, difficulty_level, course_type, duration, university } = record
  return (
    <div className="grid gap-6">
      <img
        src={pictureUrl(image ?? drawnPicture(id))}
        alt=""
        className="aspect-[16/9] w-full rounded-md border border-line bg-sunken object-cover"
      />
      <div className="grid gap-2">
        <div className="flex flex-wrap items-center gap-3">
          {publication.show.publication(record.publication)}
          <CoursePrice price={record.price} discounts={record.discounts} />
        </div>
        <p className="text-muted">{[category, difficulty_level, course_type, duration].join(' · ')}</p>
        <p className="text-muted">{university}</p>
      </div>
      <p className="text-base">{record.description}</p>
      <Part title="Curriculum">
        <Outline curriculum={record.curriculum} weeks={record.module_weeks} />
      </Part>
      <Part title="On its page">
        <dl className="grid grid-cols-[1fr_auto] gap-y-1.5">
          {counts(record).map(([what, count]) => (
            <div key={what} className="col-span-2 grid grid-cols-subgrid">
              <dt>{what}</dt>
              <dd className={`figures ${count === 0 ? 'text-muted' : ''}`}>{count === 0 ? 'None' : count}</dd>
            </div>
          ))}
        </dl>
      </Part>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 text-xs font-semibold text-muted">{title}</h3>
      {children}
    </section>
  )
}

/** A visitor misses what is empty here. */
function counts(record: CourseRecord): [what: string, count: number][] {
  return [
    ['Things that people learn', record.objectives.length],
    ['Features', record.training_features.length],
    ['Projects', record.projects.length],
    ['Certificates', record.certifications.length],
    ['Questions and answers', record.faqs.length],
    ['Reviews', record.reviews.length],
  ]
}
