import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { type CourseTab, courseTabs } from '#contract/pages.ts'
import type { CourseReviews } from '#contract/learning/reviews.ts'
import { AboutTab } from './about-tab.tsx'
import type { BatchLength } from './batch-length.ts'
import { BatchesTab } from './batches-tab.tsx'
import { CurriculumTab } from './curriculum-tab.tsx'
import { FreeClasses } from './free-classes.tsx'
import { FaqsTab, type RatedCourse, ReviewsTab } from './reviews-tab.tsx'

const labels: Record<CourseTab, string> = {
  about: 'About',
  curriculum: 'Curriculum',
  batches: 'Batches',
  reviews: 'Reviews',
  faqs: 'FAQs',
}

interface Props {
  course: RatedCourse
  rating: CourseReviews['rating']
  /** What came of the last batch, when staff show it. */
  outcomes: ReactNode
  /** Of the selected batch, or of the next open one. */
  length: BatchLength | undefined
  /** The batches that the student has a place in. */
  own: ReadonlySet<number>
  initial: CourseTab
  onPick: (batch: number) => void
}

/** Tabs with roving focus (ARIA APG). `?tab=` names the selected tab. */
export function CourseTabs({ course, rating, outcomes, length, own, initial, onPick }: Props) {
  const [tab, setTab] = useState(initial)
  const list = useRef<HTMLDivElement>(null)
  const buttons = useRef(new Map<CourseTab, HTMLButtonElement>())
  useEffect(() => {
    const button = buttons.current.get(tab)
    // Not `scrollIntoView`, which may scroll the page as well.
    if (list.current && button) list.current.scrollLeft = middleOf(button) - list.current.clientWidth / 2
  }, [tab])
  const panels: Record<CourseTab, ReactNode> = {
    about: <AboutTab course={course} outcomes={outcomes} />,
    curriculum: <CurriculumTab sections={course.curriculum} length={length} offer={<FreeClasses course={course} />} />,
    batches: <BatchesTab course={course} own={own} onPick={onPick} />,
    reviews: <ReviewsTab course={course.title} reviews={course.reviews} rating={rating} />,
    faqs: <FaqsTab faqs={course.faqs} />,
  }
  const select = (next: CourseTab) => {
    setTab(next)
    const url = new URL(window.location.href)
    url.searchParams.set('tab', next)
    window.history.replaceState(window.history.state, '', url)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const here = courseTabs.indexOf(tab)
    const last = courseTabs.length - 1
    const to = { ArrowRight: here === last ? 0 : here + 1, ArrowLeft: here === 0 ? last : here - 1, Home: 0, End: last }[
      event.key
    ]
    const next = to === undefined ? undefined : courseTabs[to]
    if (!next) return
    event.preventDefault()
    select(next)
    buttons.current.get(next)?.focus()
  }
  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label="About this course"
        tabIndex={-1}
        onKeyDown={onKeyDown}
        className="relative flex border-b border-line max-sm:-mx-4 max-sm:overflow-x-auto max-sm:overscroll-x-contain max-sm:scroll-smooth max-sm:px-1 max-sm:scroll-shadows max-sm:[scrollbar-width:none] sm:flex-wrap sm:gap-1"
      >
        {courseTabs.map((name) => (
          <button
            key={name}
            ref={(element) => {
              if (element) buttons.current.set(name, element)
            }}
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-selected={name === tab}
            aria-controls={`panel-${name}`}
            tabIndex={name === tab ? 0 : -1}
            onClick={() => select(name)}
            className="min-h-12 shrink-0 border-b-2 border-transparent px-3 text-sm font-semibold text-muted outline-offset-[-3px] hover:text-ink aria-selected:border-accent aria-selected:text-ink sm:-mb-px sm:px-4 sm:text-base"
          >
            {labels[name]}
          </button>
        ))}
      </div>
      {courseTabs.map((name) => (
        <div
          key={name}
          role="tabpanel"
          id={`panel-${name}`}
          aria-labelledby={`tab-${name}`}
          tabIndex={0}
          data-panel=""
          hidden={name !== tab}
          className="pt-8"
        >
          {panels[name]}
        </div>
      ))}
    </>
  )
}

const middleOf = ({ offsetLeft, offsetWidth }: HTMLElement) => offsetLeft + offsetWidth / 2
