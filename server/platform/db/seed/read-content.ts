import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { z } from 'zod'
import { checkContent, type Named } from './check-content.ts'
import * as schema from './content-schema.ts'
import { type Batch, type Course, course, type Recording } from './course-schema.ts'
import { classDays, dayText, istDay, istInstant } from './class-days.ts'
import { ContentError, readYaml } from './read-yaml.ts'

export type DemoBatch = Omit<Batch, 'starts_in_days'> & {
  /** First day of class in India, `YYYY-MM-DD`. */
  date: string
  startsAt: Date
  /** End of the last class. */
  endsAt: Date
}
type DemoRecording = Recording & { /** `YYYY-MM-DD` in India. */ recordedOn: string }
export type DemoCourse = Omit<Course, 'batches' | 'recordings'> & {
  batches: DemoBatch[]
  recordings: DemoRecording[]
}
type DemoBlog = Omit<schema.Blog, 'published_days_ago'> & {
  /** The file name without extension. */
  slug: string
  /** `YYYY-MM-DD` in India. */
  publishedOn: string
}
export type DemoContent = {
  courses: DemoCourse[]
  services: schema.Leaflet[]
  resources: schema.Leaflet[]
  policies: schema.Policy[]
  projects: schema.Project[]
  blogs: DemoBlog[]
  companies: schema.Company[]
  instructors: schema.Instructor[]
  holidays: schema.Holiday[]
  testimonials: schema.Testimonial[]
  codeReviews: schema.CodeReview[]
  students: string[]
  settings: schema.Settings
}

const ownFolder = join(import.meta.dirname, 'content')

/**
 * Reads the demo content with dates relative to `today` in India.
 * @throws ContentError with file and field when a file is invalid
 */
export async function readContent(today: Date, folder = ownFolder): Promise<DemoContent> {
  const courses = await readFolder(folder, 'courses', course)
  const blogs = await readFolder(folder, 'blogs', schema.blog)
  const content = {
    services: await readYaml(folder, 'services.yaml', schema.leaflets),
    resources: await readYaml(folder, 'resources.yaml', schema.leaflets),
    policies: [
      await readYaml(folder, 'policies/terms.yaml', schema.terms),
      await readYaml(folder, 'policies/privacy.yaml', schema.privacy),
      await readYaml(folder, 'policies/refund.yaml', schema.refund),
    ],
    projects: await readYaml(folder, 'projects.yaml', schema.projects),
    companies: await readYaml(folder, 'companies.yaml', schema.companies),
    instructors: await readYaml(folder, 'instructors.yaml', schema.instructors),
    holidays: await readYaml(folder, 'holidays.yaml', schema.holidays),
    testimonials: await readYaml(folder, 'testimonials.yaml', schema.testimonials),
    codeReviews: await readYaml(folder, 'code-reviews.yaml', schema.codeReviews),
    students: await readYaml(folder, 'students.yaml', schema.students),
    settings: await readYaml(folder, 'settings.yaml', schema.settings),
  }
  checkContent({ ...content, courses, blogs })
  return {
    ...content,
    courses: courses.map((named) => placeCourse(named, today)).toSorted((a, b) => a.id - b.id),
    blogs: blogs
      .map((named) => placeBlog(named, today))
      .toSorted((a, b) => b.publishedOn.localeCompare(a.publishedOn) || a.id - b.id),
  }
}

async function readFolder<T extends z.ZodType>(folder: string, kind: string, shape: T): Promise<Named<z.output<T>>[]> {
  const names = await readdir(join(folder, kind))
  const files = names.filter((name) => name.endsWith('.yaml')).toSorted()
  return Promise.all(
    files.map(async (name) => {
      const file = `${kind}/${name}`
      return [file, await readYaml(folder, file, shape)] as const
    }),
  )
}

function placeCourse([file, item]: Named<Course>, today: Date): DemoCourse {
  const days = new Map(item.batches.map((batch) => [batch.id, classDays(batch, today)]))
  return {
    ...item,
    batches: item.batches.map((batch) => placeBatch(batch, days.get(batch.id) ?? [])),
    recordings: item.recordings.map((recording, index) => {
      const day = days.get(recording.batch_id)?.[recording.day_number - 1]
      if (day === undefined || day >= istDay(today)) {
        throw new ContentError(file, [`recordings[${index}].day_number: that class has not been held yet`])
      }
      return { ...recording, recordedOn: dayText(day) }
    }),
  }
}

/** Places a batch whose classes are on some days. */
export function placeBatch(batch: Batch, days: readonly number[]): DemoBatch {
  const { starts_in_days: _relative, ...rest } = batch
  const first = days[0]
  const last = days.at(-1)
  if (first === undefined || last === undefined) throw new RangeError(`batch ${batch.id} has no class`)
  const lastStart = istInstant(last, batch.starts_at_time)
  return {
    ...rest,
    date: dayText(first),
    startsAt: istInstant(first, batch.starts_at_time),
    endsAt: new Date(lastStart.getTime() + batch.class_minutes * 60_000),
  }
}

function placeBlog([file, { published_days_ago, ...blog }]: Named<schema.Blog>, today: Date): DemoBlog {
  return {
    ...blog,
    slug: basename(file, '.yaml'),
    publishedOn: dayText(istDay(today) - published_days_ago),
  }
}
