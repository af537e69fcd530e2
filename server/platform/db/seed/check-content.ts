import type { Blog, CodeReview, Company, Instructor, Leaflet, Project, Testimonial } from './content-schema.ts'
import type { Course } from './course-schema.ts'
import { ContentError } from './read-yaml.ts'

/** The content of a file with its path below the content folder. */
export type Named<T> = readonly [file: string, value: T]
type Everything = {
  courses: readonly Named<Course>[]
  blogs: readonly Named<Blog>[]
  services: readonly Leaflet[]
  resources: readonly Leaflet[]
  projects: readonly Project[]
  companies: readonly Company[]
  instructors: readonly Instructor[]
  testimonials: readonly Testimonial[]
  codeReviews: readonly CodeReview[]
  students: readonly string[]
}

/** Checks references between files. @throws ContentError for the first problem */
export function checkContent(content: Everything): void {
  const { courses } = content
  unique(courses.map(([file, course]) => [file, 'id', course.id]))
  unique(courses.map(([file, course]) => [file, 'title', course.title]))
  unique(
    courses.flatMap(([file, course]) =>
      course.batches.map((batch, index): ContentId => [file, `batches[${index}].id`, batch.id]),
    ),
  )
  unique(
    courses.flatMap(([file, course]) =>
      course.recordings.map((recording, index): ContentId => [file, `recordings[${index}].id`, recording.id]),
    ),
  )
  unique([...ids('services.yaml', content.services), ...ids('resources.yaml', content.resources)])
  unique(ids('projects.yaml', content.projects))
  unique(ids('companies.yaml', content.companies))
  unique(ids('instructors.yaml', content.instructors))
  unique(content.instructors.map(({ name }, index): ContentId => ['instructors.yaml', `[${index}].name`, name]))
  unique(content.blogs.map(([file, blog]) => [file, 'id', blog.id]))
  for (const [file, course] of courses) checkCourse(file, course, content.students.length)
  const teachers = new Set(content.instructors.map(({ name }) => name))
  for (const [file, course] of courses) {
    course.batches.forEach(({ instructor_name }, index) => {
      if (teachers.has(instructor_name)) return
      throw new ContentError(file, [`batches[${index}].instructor_name: instructors.yaml has no "${instructor_name}"`])
    })
  }
  const titles = new Set(courses.map(([, course]) => course.title))
  content.testimonials.forEach(({ course }, index) => {
    if (!titles.has(course)) {
      throw new ContentError('testimonials.yaml', [`[${index}].course: no course has the title "${course}"`])
    }
  })
  content.codeReviews.forEach(({ course }, index) => {
    if (course !== null && !titles.has(course)) {
      throw new ContentError('code-reviews.yaml', [`[${index}].course: no course has the title "${course}"`])
    }
  })
}

function checkCourse(file: string, course: Course, students: number): void {
  if (file !== `courses/${course.slug}.yaml`) {
    throw new ContentError(file, [`slug: is "${course.slug}", but the file's name is the slug`])
  }
  course.batches.forEach((batch, index) => {
    if (batch.enrolled > students) {
      throw new ContentError(file, [`batches[${index}].enrolled: students.yaml names only ${students}`])
    }
  })
  const batchIds = new Set(course.batches.map((batch) => batch.id))
  const seen = new Set<string>()
  course.recordings.forEach((recording, index) => {
    if (!batchIds.has(recording.batch_id)) {
      throw new ContentError(file, [`recordings[${index}].batch_id: this course has no batch ${recording.batch_id}`])
    }
    const key = `${recording.batch_id}/${recording.day_number}`
    if (seen.has(key)) {
      throw new ContentError(file, [`recordings[${index}].day_number: day ${recording.day_number} is there twice`])
    }
    seen.add(key)
  })
}

type ContentId = readonly [file: string, field: string, value: number | string]

function ids(file: string, items: readonly { id: number }[]): ContentId[] {
  return items.map((item, index): ContentId => [file, `[${index}].id`, item.id])
}

function unique(contentIds: readonly ContentId[]): void {
  const first = new Map<number | string, string>()
  for (const [file, field, value] of contentIds) {
    const before = first.get(value)
    if (before !== undefined) {
      throw new ContentError(file, [`${field}: ${value} is already used by ${before}`])
    }
    first.set(value, `${file} ${field}`)
  }
}
