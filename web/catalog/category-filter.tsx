import { useState } from 'react'
import type { CourseCard } from '#contract/catalog/catalog.ts'
import { ButtonLink } from '#ui/button.tsx'
import { CourseGrid } from './course-card.tsx'

const shownAtFirst = 6

/**
 * Filters courses by category on the landing page. Without JavaScript the first courses are shown.
 * @param courses the first of each category
 */
export function CategoryFilter({ courses, total }: { courses: CourseCard[]; total: number }) {
  const categories = ['all', ...new Set(courses.map((course) => course.category.toLowerCase()))]
  const [chosen, setChosen] = useState('all')
  const matching = chosen === 'all' ? courses : courses.filter((course) => course.category.toLowerCase() === chosen)
  const label = (category: string) => courses.find((course) => course.category.toLowerCase() === category)?.category ?? 'All'
  if (courses.length === 0) return <p className="text-muted">No courses available</p>
  return (
    <div>
      <div
        role="group"
        aria-label="Course category"
        data-needs-script=""
        className="mb-5 flex gap-2 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 sm:mb-8 sm:flex-wrap"
      >
        {categories.map((category) => (
          <button
            key={category}
            type="button"
            aria-pressed={category === chosen}
            onClick={() => setChosen(category)}
            className="min-h-11 shrink-0 rounded-full border border-edge px-5 text-sm font-semibold transition-colors duration-150 hover:border-ink aria-pressed:border-accent aria-pressed:bg-accent aria-pressed:text-on-accent"
          >
            {label(category)}
          </button>
        ))}
      </div>
      <div aria-live="polite">
        <CourseGrid courses={matching.slice(0, shownAtFirst)} snap />
      </div>
      <p className="mt-5 text-center sm:mt-10">
        <ButtonLink to={chosen === 'all' ? '/courses' : `/courses?category=${encodeURIComponent(chosen)}`} size="lg">
          {chosen !== 'all' ? `See ${label(chosen)} courses` : total > 1 ? `See all ${total} courses` : 'See all courses'}
        </ButtonLink>
      </p>
    </div>
  )
}
