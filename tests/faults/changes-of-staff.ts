import sharp from 'sharp'
import { policyIds } from '#contract/rules.ts'
import { batches, type BatchRecord } from '#contract/classes/staff/batches.ts'
import { blogs } from '#contract/site/staff/blogs.ts'
import { companies } from '#contract/site/staff/companies.ts'
import { courses } from '#contract/catalog/staff/courses.ts'
import { instructors } from '#contract/catalog/staff/instructors.ts'
import type { MediaRecord } from '#contract/site/staff/media.ts'
import { policies } from '#contract/site/staff/policies.ts'
import { projects } from '#contract/site/staff/projects.ts'
import type { SessionRecord } from '#contract/classes/staff/sessions.ts'
import { codeReviews } from '#contract/learning/staff/code-reviews.ts'
import { testimonials } from '#contract/site/staff/testimonials.ts'
import { resources, services } from '#contract/site/staff/utilities.ts'
import type { StaffCall } from '#tests/school/staff-calls.ts'

interface Versioned {
  id: number
  version: number
}
/** A text that the pages show after a change, or no longer show. */
type Expected = { shows: string } | { omits: string }
export type Change = Expected & {
  /** The resource that staff change. */
  resource: string
  act: string
  run: () => Promise<unknown>
  pages: string[]
}

/** A day in India. */
const day = (later: number) => new Date(Date.now() + 5.5 * 3_600_000 + later * 86_400_000).toISOString().slice(0, 10)

/** Every kind of change that visitors see, in an order in which each can be made. */
export async function* changesOf(staff: StaffCall): AsyncGenerator<Change> {
  const make = <One = Versioned>(resource: string, body: object) => staff<One>('POST', `${resource}/`, { body })
  const read = <One = Versioned>(resource: string, id: number) => staff<One>('GET', `${resource}/${id}/`)
  const change = async (resource: string, id: number, body: object) =>
    staff('PATCH', `${resource}/${id}/`, { body, version: (await read(resource, id)).version })
  const act = async (resource: string, id: number, verb: string) =>
    staff('POST', `${resource}/${id}/${verb}/`, { version: (await read(resource, id)).version })

  const settings = await staff<Versioned>('GET', 'settings/')
  yield {
    resource: 'settings',
    act: 'change',
    run: () => staff('PATCH', 'settings/', { version: settings.version, body: { brand: 'Sahyadri', support_hours: 'At night' } }),
    pages: ['/home', '/courses', '/contact', '/blogs.atom', '/login'],
    shows: 'Sahyadri',
  }

  const instructor = await make('instructors', { ...instructors.examples.input, name: 'Ravi Deshpande' })
  const course = await make('courses', { ...courses.examples.input, title: 'Data Engineering', discounts: [] })
  const coursePage = `/courses/${course.id}`
  const sold = ['/home', '/career-kickstart', coursePage]
  yield {
    resource: 'courses',
    act: 'publish',
    run: () => act('courses', course.id, 'publish'),
    pages: ['/home', '/courses', coursePage, '/search?q=engineering'],
    shows: 'Data Engineering',
  }
  yield {
    resource: 'courses',
    act: 'change',
    run: () => change('courses', course.id, { price: 23_450 }),
    pages: ['/home', '/courses', coursePage, '/search?q=engineering'],
    shows: '₹23,450',
  }

  let batch: BatchRecord | undefined
  const opened = {
    ...batches.examples.input,
    course_id: course.id,
    instructor_id: instructor.id,
    calendar: null,
    class_count: 4,
    weekdays: [1, 2, 3, 4, 5, 6, 7],
  }
  yield {
    resource: 'batches',
    act: 'create',
    run: async () => (batch = await make<BatchRecord>('batches', { ...opened, first_day: day(30), capacity: 7 })),
    pages: sold,
    shows: '7 of 7 seats left',
  }
  if (!batch) throw new Error('the batch was not made')
  const { id: batchId, starts_at: startsAt } = batch
  yield {
    resource: 'batches',
    act: 'change',
    run: () => change('batches', batchId, { capacity: 5 }),
    pages: sold,
    shows: '5 of 5 seats left',
  }
  const { items: classes } = await staff<{ items: SessionRecord[] }>('GET', `sessions/?batch=${batchId}`)
  const [firstClass] = classes
  if (!firstClass) throw new Error('the batch has no class')
  const movedTo = new Date(new Date(startsAt).getTime() - 86_400_000).toISOString()
  yield {
    resource: 'sessions',
    act: 'move',
    run: () =>
      staff('POST', `sessions/${firstClass.id}/move/`, {
        version: firstClass.version,
        body: { starts_at: movedTo, minutes: 90 },
      }),
    pages: [coursePage, '/api/courses/', '/newbatches'],
    shows: movedTo,
  }
  const secondClass = classes[1]?.starts_at ?? ''
  yield {
    resource: 'sessions',
    act: 'cancel',
    run: async () =>
      staff('POST', `sessions/${firstClass.id}/cancel/`, { version: (await read('sessions', firstClass.id)).version }),
    pages: [coursePage, '/api/courses/', '/newbatches'],
    shows: secondClass,
  }
  yield {
    resource: 'instructors',
    act: 'change',
    run: () => change('instructors', instructor.id, { name: 'Ravi Joshi', bio: 'Draws every plan.' }),
    pages: ['/home', coursePage],
    shows: 'Draws every plan.',
  }

  const picture = await upload(staff, 'media/', '#0f5c5c')
  const illustrated = await make('blogs', {
    ...blogs.examples.input,
    image: picture.path,
    blocks: [{ type: 'image', path: picture.path, alt: 'A class', width: 640, height: 400, caption: null }],
    published_date: day(-2),
  })
  await act('blogs', illustrated.id, 'publish')
  await change('instructors', instructor.id, { portrait: picture.path })
  yield {
    resource: 'courses',
    act: 'picture',
    run: () => change('courses', course.id, { image: picture.path }),
    pages: ['/home', '/courses', coursePage],
    shows: keyOf(picture),
  }
  yield {
    resource: 'media',
    act: 'replace',
    run: () => upload(staff, `media/${picture.id}/replace/`, '#c9701a', picture.version),
    pages: ['/home', '/courses', coursePage, '/blogs', `/blog/${illustrated.id}`],
    omits: keyOf(picture),
  }

  const pages: readonly [resource: string, input: object, field: string, pages: (id: number) => string[]][] = [
    ['courses', { ...courses.examples.input, slug: 'second' }, 'title', (id) => ['/home', '/courses', `/courses/${id}`]],
    ['services', services.examples.input, 'title', (id) => ['/home', '/contact', '/resources', `/service/${id}`]],
    ['resources', resources.examples.input, 'title', (id) => ['/resources', `/service/${id}`]],
    ['projects', projects.examples.input, 'title', () => ['/ProjectsList']],
    ['companies', companies.examples.input, 'name', () => ['/home', '/companies']],
    ['testimonials', testimonials.examples.input, 'name', () => ['/home']],
    ['code-reviews', codeReviews.examples.input, 'title', () => ['/home']],
    [
      'blogs',
      { ...blogs.examples.input, published_date: day(-2) },
      'title',
      (id) => ['/blogs', `/blog/${id}`, '/blogs.atom', '/search?q=quokka'],
    ],
  ]
  for (const [resource, input, field, pagesOf] of pages) {
    const { id } = await make(resource, { ...input, [field]: `Quokka ${resource}` })
    const common = { resource, pages: pagesOf(id) }
    yield { ...common, act: 'publish', run: () => act(resource, id, 'publish'), shows: `Quokka ${resource}` }
    yield {
      ...common,
      act: 'change',
      run: () => change(resource, id, { [field]: `Quokka and wombat ${resource}` }),
      shows: `Quokka and wombat ${resource}`,
    }
    yield { ...common, act: 'unpublish', run: () => act(resource, id, 'unpublish'), omits: `Quokka and wombat ${resource}` }
    yield { ...common, act: 'publish again', run: () => act(resource, id, 'publish'), shows: `Quokka and wombat ${resource}` }
    yield { ...common, act: 'archive', run: () => act(resource, id, 'archive'), omits: `Quokka and wombat ${resource}` }
  }

  // The first version of a policy may have a past day.
  for (const [version, effective] of [
    ['Quokka terms', day(-1)],
    ['Wombat terms', day(0)],
  ] as const) {
    const { id } = await make('policies', {
      ...policies.examples.input,
      policy_id: policyIds.terms,
      title: version,
      effective_on: effective,
    })
    yield { resource: 'policies', act: 'publish', run: () => act('policies', id, 'publish'), pages: ['/terms'], shows: version }
  }

  const sitemap = { resource: 'courses', pages: ['/sitemap.xml'] }
  yield { ...sitemap, act: 'archive', run: () => act('courses', course.id, 'archive'), omits: `${coursePage}<` }
  yield { ...sitemap, act: 'publish again', run: () => act('courses', course.id, 'publish'), shows: `${coursePage}<` }
}

const keyOf = ({ path }: MediaRecord) => path.split('/')[2] ?? ''

/** Uploads a picture of one colour. */
async function upload(staff: StaffCall, path: string, background: string, version?: number): Promise<MediaRecord> {
  const bytes = await sharp({ create: { width: 640, height: 400, channels: 3, background } })
    .png()
    .toBuffer()
  const body = new FormData()
  body.set('file', new File([new Uint8Array(bytes)], 'class.png', { type: 'image/png' }))
  return staff<MediaRecord>('POST', path, { body, ...(version === undefined ? {} : { version }) })
}
