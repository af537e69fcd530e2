import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Course } from '#contract/catalog/catalog.ts'

interface Props {
  course: Course
  /** What came of the last batch, when staff show it. */
  outcomes: ReactNode
}

export function AboutTab({ course, outcomes }: Props) {
  return (
    <div className="space-y-12">
      <div className="prose-width space-y-4">
        {course.overview.split(/\n{2,}/).map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <Part title="What you will be able to do">
        <Ticks items={course.objectives} />
      </Part>
      {outcomes}
      <div className="grid gap-10 sm:grid-cols-2">
        <Part title="Skills covered">
          <Tags items={course.skills_covered} />
        </Part>
        <Part title="Tools covered">
          <Tags items={course.tools_covered} />
        </Part>
      </div>
      <Part title="Why enroll for this training">
        <Ticks items={course.why_enroll_for_this_training} />
      </Part>
      {course.training_features.length > 0 ? (
        <Part title="How we teach it">
          <div className="grid gap-x-8 gap-y-8 sm:grid-cols-2">
            {course.training_features.map((feature) => (
              <div key={feature.title} className="border-t-2 border-accent pt-4">
                <h3 className="font-semibold">{feature.title}</h3>
                <ul className="mt-2 space-y-1.5 text-sm text-muted">
                  {[feature.point1, feature.point2, feature.point3].filter(Boolean).map((point) => (
                    <li key={point}>{point}</li>
                  ))}
                </ul>
              </div>
            ))}
          </div>
        </Part>
      ) : null}
      <div className="grid gap-10 sm:grid-cols-2">
        <Part title="Who it is for">
          <Lines items={course.target_audience} />
        </Part>
        <Part title="What you should know first">
          <Lines items={course.prerequisites} />
        </Part>
        <Part title="Projects you build">
          <Lines items={course.projects} />
        </Part>
        <Part title="How you are assessed">
          <Lines items={course.assessment_methods} />
        </Part>
      </div>
      {course.designations.length > 0 ? (
        <Part title="Where it can lead">
          <Tags items={course.designations} />
          <dl className="mt-5 grid gap-4 rounded-md bg-sunken p-5 text-sm sm:grid-cols-2">
            <div>
              <dt className="font-semibold">Packages</dt>
              <dd className="mt-1 text-muted">{course.average_package.package}</dd>
            </div>
            <div>
              <dt className="font-semibold">Salary growth</dt>
              <dd className="mt-1 text-muted">{course.average_package.salary_hike}</dd>
            </div>
          </dl>
        </Part>
      ) : null}
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-4 text-xl">{title}</h2>
      {children}
    </section>
  )
}

function Ticks({ items }: { items: string[] }) {
  return (
    <ul className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
      {items.map((item) => (
        <li key={item} className="flex gap-3">
          <Check aria-hidden="true" className="mt-1 size-5 shrink-0 text-accent" />
          <span>{item}</span>
        </li>
      ))}
    </ul>
  )
}

function Tags({ items }: { items: string[] }) {
  return (
    <ul className="flex flex-wrap gap-2">
      {items.map((item) => (
        <li key={item} className="rounded-sm border border-line bg-surface px-3 py-1.5 text-sm">
          {item}
        </li>
      ))}
    </ul>
  )
}

function Lines({ items }: { items: string[] }) {
  return (
    <ul className="list-disc space-y-2 pl-5 text-sm marker:text-edge">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
}
