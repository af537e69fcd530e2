import { readFileSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { icons } from 'lucide-react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseCaptions } from '#contract/classes/webvtt.ts'
import { classDays, istDay, istInstant } from './class-days.ts'
import { classTopics } from './class-topics.ts'
import { readDiscount } from './read-discount.ts'
import { type DemoBatch, type DemoContent, readContent } from './read-content.ts'

const dayMs = 86_400_000
const aWeek = Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2031, 0, 27 + day, 6, 30)))
const today = new Date('2031-01-27T06:30:00Z')

let content: DemoContent
beforeAll(async () => {
  content = await readContent(today)
})

const isFull = (batch: DemoBatch) => batch.capacity !== null && batch.enrolled >= batch.capacity
const choosable = (now: Date) => (batch: DemoBatch) => batch.startsAt > now && !batch.cancelled && !isFull(batch)

describe('the demo content', () => {
  it('has enough records of each kind', () => {
    expect(content.courses.length).toBeGreaterThanOrEqual(12)
    for (const category of ['Full Stack', 'AI/ML', 'Cloud', 'DevOps']) {
      expect(content.courses.filter((course) => course.category === category).length).toBeGreaterThanOrEqual(2)
    }
    expect(content.services.length + content.resources.length).toBe(8)
    expect(content.policies.map((policy) => policy.id)).toEqual([4, 5, 6])
    expect(content.projects).toHaveLength(6)
    expect(content.blogs).toHaveLength(8)
    expect(content.testimonials).toHaveLength(6)
    expect(content.companies.length).toBeGreaterThanOrEqual(10)
    expect(content.companies.filter((company) => company.kind.includes('alumni')).length).toBeGreaterThanOrEqual(4)
    expect(content.students.length).toBeGreaterThanOrEqual(40)
  })

  it('fills every course with sections, questions, reviews and batches', () => {
    for (const course of content.courses) {
      expect(course.curriculum.length, course.slug).toBeGreaterThanOrEqual(6)
      expect(course.curriculum.length, course.slug).toBeLessThanOrEqual(9)
      const lines = course.curriculum.flatMap((section) => Object.values(section).flat())
      expect(
        lines.some((line) => typeof line === 'object'),
        `${course.slug} nests its curriculum`,
      ).toBe(true)
      expect(course.overview.split('\n\n').length, course.slug).toBeGreaterThanOrEqual(2)
      expect(course.faqs.length, course.slug).toBeGreaterThanOrEqual(4)
      expect(course.reviews.length, course.slug).toBeGreaterThanOrEqual(2)
      expect(
        course.reviews.every((review) => review.course === course.title),
        course.slug,
      ).toBe(true)
      expect(course.batches.length, course.slug).toBeGreaterThanOrEqual(2)
    }
  })

  it('gives no instructor two classes at one time', () => {
    const classes = content.courses
      .flatMap((course) => course.batches)
      .filter(({ cancelled }) => !cancelled)
      .flatMap((batch) =>
        classDays({ ...batch, starts_in_days: istDay(batch.startsAt) - istDay(today) }, today).map((day) => {
          const start = istInstant(day, batch.starts_at_time).getTime()
          return { who: batch.instructor_name, batch: batch.id, start, end: start + batch.class_minutes * 60_000 }
        }),
      )
    const met = classes.flatMap((one) =>
      classes
        .filter(({ who, batch, start, end }) => who === one.who && batch > one.batch && start < one.end && end > one.start)
        .map(({ batch }) => `${one.who}: ${one.batch} and ${batch}`),
    )
    expect([...new Set(met)]).toEqual([])
  })

  it('has titles with and without the prime keywords', () => {
    const prime = content.courses.filter((course) => /\b(Full Stack|AI|ML|Cloud|DevOps)\b/.test(course.title))
    expect(prime.length).toBeGreaterThanOrEqual(5)
    expect(content.courses.length - prime.length).toBeGreaterThanOrEqual(2)
  })

  it('has blogs of six to ten paragraphs, newest first', () => {
    for (const blog of content.blogs) {
      expect(blog.content.length, blog.slug).toBeGreaterThanOrEqual(6)
      expect(blog.content.length, blog.slug).toBeLessThanOrEqual(10)
    }
    const days = content.blogs.map((blog) => blog.publishedOn)
    expect(days).toEqual(days.toSorted().toReversed())
  })

  it('names icons that the icon library has', () => {
    for (const { icon } of content.settings.offerings) {
      const name = icon.replace(/(^|-)([a-z0-9])/g, (_, __, letter: string) => letter.toUpperCase())
      expect(Object.keys(icons), icon).toContain(name)
    }
  })

  it('begins each later chapter of a recording with a caption', () => {
    for (const { captions_url: path, chapters } of content.courses.flatMap((course) => course.recordings)) {
      const file = join(import.meta.dirname, '../../../classes/recordings/demo', basename(path))
      const seconds = parseCaptions(readFileSync(file, 'utf8')).map(({ start }) => Math.floor(start / 1000))
      expect(seconds, path).toEqual(expect.arrayContaining(chapters.map(({ at_seconds: at }) => at)))
      expect(chapters.length, path).toBeGreaterThan(1)
    }
  })

  it('names each recording as its class', () => {
    for (const course of content.courses)
      for (const { batch_id: id, day_number: day, title } of course.recordings) {
        const batch = course.batches.find((one) => one.id === id)
        const classes = (batch?.weeks ?? 0) * (batch?.weekdays.length ?? 0)
        expect(classTopics(course, classes)[day - 1]?.topic).toBe(title)
      }
  })

  it('asks for round fees, also after the discount', () => {
    for (const { title, price, discounts } of content.courses) {
      const discount = readDiscount(discounts[0]?.value ?? '0')
      const less = discount?.kind === 'percent' ? (price * discount.percent) / 100 : (discount?.rupees ?? 0)
      expect([price % 500, (price - less) % 100], title).toEqual([0, 0])
    }
  })

  it('has one free preview, the first, per batch with recordings', () => {
    const byBatch = Map.groupBy(
      content.courses.flatMap((course) => course.recordings),
      (recording) => recording.batch_id,
    )
    expect(byBatch.size).toBe(2)
    for (const recordings of byBatch.values()) {
      expect(recordings.map((recording) => recording.is_preview)).toEqual(recordings.map((_, index) => index === 0))
      expect(recordings[0]?.day_number).toBe(1)
    }
  })
})

describe.each(aWeek)('on %s', (now) => {
  it('has batches in every state', async () => {
    const { courses } = await readContent(now)
    const batches = courses.flatMap((course) => course.batches)
    const future = batches.filter((batch) => batch.startsAt > now)
    expect(batches.some((batch) => batch.startsAt < now && batch.endsAt > now)).toBe(true)
    expect(batches.some((batch) => batch.endsAt < now)).toBe(true)
    expect(future.some(isFull)).toBe(true)
    expect(future.some((batch) => batch.cancelled)).toBe(true)
    const seatsLeft = future.filter(choosable(now)).map((batch) => (batch.capacity ?? Infinity) - batch.enrolled)
    expect(seatsLeft.filter((seats) => seats <= 5).length).toBeGreaterThanOrEqual(2)
    const open = courses.filter((course) => course.batches.some((batch) => choosable(now)(batch) && batch.capacity === null))
    expect(open.length).toBeGreaterThanOrEqual(8)
  })

  it('starts four batches of four courses in 3 to 12 days', async () => {
    const { courses } = await readContent(now)
    const next = courses
      .flatMap((course) => course.batches.filter(choosable(now)).map((batch) => ({ course: course.id, batch })))
      .toSorted((a, b) => a.batch.startsAt.getTime() - b.batch.startsAt.getTime())
      .slice(0, 4)
    expect(new Set(next.map((entry) => entry.course)).size).toBe(4)
    for (const { batch } of next) {
      const days = (Date.parse(batch.date) - Date.parse(now.toISOString().slice(0, 10))) / dayMs
      expect(days).toBeGreaterThanOrEqual(3)
      expect(days).toBeLessThanOrEqual(12)
    }
  })

  it('starts each batch on one of its weekdays', async () => {
    const { courses } = await readContent(now)
    for (const batch of courses.flatMap((course) => course.batches)) {
      const weekday = new Date(batch.date).toLocaleDateString('en', { weekday: 'short', timeZone: 'UTC' })
      expect(batch.weekdays).toContain(weekday.toLowerCase())
    }
  })
})

it('counts days in India across the UTC date boundary', async () => {
  const beforeMidnight = await readContent(new Date('2031-01-27T18:29:59Z'))
  const afterMidnight = await readContent(new Date('2031-01-27T18:30:00Z'))
  const publishedOn = (result: DemoContent) => result.blogs.find((blog) => blog.id === 1)?.publishedOn
  expect(publishedOn(beforeMidnight)).toBe('2031-01-23')
  expect(publishedOn(afterMidnight)).toBe('2031-01-24')
})

describe('a broken file', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'content-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  async function readWith(file: string, from: string, to: string): Promise<DemoContent> {
    await cp(join(import.meta.dirname, 'content'), folder, { recursive: true, force: true })
    const source = await readFile(join(folder, file), 'utf8')
    expect(source).toContain(from)
    await writeFile(join(folder, file), source.replace(from, to))
    return readContent(today, folder)
  }

  const fullStack = 'courses/full-stack-web-development.yaml'
  it.each([
    [fullStack, 'value: 20%', 'value: 101%', `${fullStack}: discounts[0].value: must read like 20%`],
    [fullStack, 'value: 20%', 'value: much', `${fullStack}: discounts[0].value: must read like 20%`],
    [fullStack, 'value: 20%', 'value: ₹44,999.50', `${fullStack}: discounts[0].value: leaves less than ₹1`],
    [fullStack, 'price: 45000', 'price: 45000.005', `${fullStack}: price: must be rupees with at most two decimals`],
    [fullStack, 'price: 45000', 'cost: 45000', `${fullStack}: price: `],
    [fullStack, '7:30 PM – 9:00 PM IST', '7:30 PM', `${fullStack}: batches[0].time: must be "7:30 PM – 9:00 PM IST"`],
    [fullStack, 'enrolled: 27', 'enrolled: 31', `${fullStack}: batches[0].enrolled: is more than`],
    [fullStack, 'capacity: null\n    enrolled: 18', 'capacity: null\n    enrolled: 500', 'batches[1].enrolled: students'],
    [fullStack, 'id: 102', 'id: 101', `${fullStack}: batches[1].id: 101 is already used`],
    [fullStack, 'id: 1\n', 'id: 2\n', 'id: 2 is already used'],
    [fullStack, 'slug: full-stack-web', 'slug: web', `${fullStack}: slug: is "web-development"`],
    [fullStack, 'batch_id: 103', 'batch_id: 118', `${fullStack}: recordings[0].batch_id: this course has no batch 118`],
    [fullStack, 'day_number: 4', 'day_number: 30', `${fullStack}: recordings[3].day_number: that class has not`],
    [fullStack, '- HTML that carries meaning', '- HTML: meaning', `${fullStack}: curriculum[0].How the web works[3]`],
    [fullStack, 'title: Full', 'title: [Full', `${fullStack}: is not valid YAML`],
    ['resources.yaml', 'id: 9', 'id: 7', 'resources.yaml: [0].id: 7 is already used by services.yaml [3].id'],
    ['services.yaml', 'id: 3', 'id: 4', 'services.yaml: [2].id: 4, 5 and 6 belong to the policies'],
    ['policies/refund.yaml', 'id: 6', 'id: 9', 'policies/refund.yaml: id: '],
    ['testimonials.yaml', 'course: Applied ML with Python', 'course: Alchemy', 'no course has the title "Alchemy"'],
    ['testimonials.yaml', 'consent: true', 'consent: false', 'testimonials.yaml: [0].consent: must be true'],
    ['students.yaml', 'Ishani Deshpande', 'Aarav Kulkarni', 'students.yaml: (whole file): names a student twice'],
    ['settings.yaml', 'hello@karyashala.example', 'hello', 'settings.yaml: email: '],
  ])('rejects %s with %j as %j and names it', async (file, from, to, message) => {
    await expect(readWith(file, from, to)).rejects.toThrow(message)
  })

  it('lists every problem of a file', async () => {
    const reading = readWith(fullStack, 'price: 45000\n', 'price: 0\nsale: true\n')
    await expect(reading).rejects.toThrow(/: price: .*\n.*: \(whole file\): .*"sale"/)
  })

  it('names a missing file', async () => {
    await cp(join(import.meta.dirname, 'content'), folder, { recursive: true, force: true })
    await rm(join(folder, 'policies/terms.yaml'))
    await expect(readContent(today, folder)).rejects.toThrow("policies/terms.yaml: can't be read")
  })
})
