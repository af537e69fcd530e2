import type { Page, Route } from '@playwright/test'
import { readRoom, type Room } from '#contract/classes/classes.ts'
import type { EnrolledCourse, StudentToday } from '#contract/enrolment/enrolment.ts'
import { listWaitlist, type WaitlistEntry } from '#contract/enrolment/waitlist.ts'
import { type OwnReview, readOwnReview } from '#contract/learning/reviews.ts'
import { readOwnWork } from '#contract/learning/work.ts'
import { type EnrolledStudent, recorded } from './enrolled-student.ts'
import { expect, type Shop } from './shop.ts'
import { forgive } from './stand-in.ts'

/** The page of a screen, with the student whose session it may use. */
export interface Stage {
  page: Page
  shop: Shop
  student: EnrolledStudent
}

export interface Screen {
  name: string
  /** The path in web/routes.ts. */
  route: string
  path: string | ((student: EnrolledStudent) => string)
  /** Signed in as a student with a purchase, two batches of one course and recordings. */
  signedIn?: true
  /** Sets up routes before the page is opened. */
  before?: (stage: Stage) => Promise<unknown>
  /** Waits for loaded content; opens menus and dialogs. */
  act?: (stage: Stage) => Promise<void>
  /** The chunk to block. */
  loses?: string
  /** Rendered as without JavaScript. */
  withoutScript?: true
  /** Limits the screen to one device. */
  only?: 'phone' | 'desk'
  /** What axe looks at, where an open menu covers the controls of the page below it. */
  part?: string
}

const visible =
  (text: string | RegExp) =>
  async ({ page }: Stage) =>
    expect(page.getByText(text).first()).toBeVisible()
const heading =
  (name: string | RegExp) =>
  async ({ page }: Stage) =>
    expect(page.getByRole('heading', { name }).first()).toBeVisible()

const failing =
  (call: string) =>
  async ({ page }: Stage) =>
    page.route(call, (route) => route.fulfill({ status: 503, json: { message: 'Away', detail: 'Away', code: 'unavailable' } }))

/** A batch that the student waits for, or whose seat is offered. */
const waitingFor =
  (state: 'waiting' | 'offered') =>
  async ({ page }: Stage) => {
    const [example] = (listWaitlist.example.answer as { items: WaitlistEntry[] }).items
    const until = state === 'offered' ? example?.offered_until : null
    const entry = { ...example, batch_id: 122, state, place: 2, offered_until: until }
    await page.route('**/api/waitlist/', (route) => route.fulfill({ json: { items: [entry] } }))
  }

const ownReview = readOwnReview.example.answer as OwnReview
/** The student's own review of any course. */
const reviewed =
  (own: OwnReview) =>
  async ({ page }: Stage) =>
    page.route('**/api/own-reviews/*/', (route) => route.fulfill({ json: own }))
/** Announcements in the room, one of this hour and the others of long ago. */
const announced =
  (count: number) =>
  async ({ page }: Stage) =>
    page.route('**/api/enrolled-courses/*/', async (route) => {
      const room = (await (await route.fetch()).json()) as Room
      const [example] = (readRoom.example.answer as Room).batches[0]?.announcements ?? []
      const picture = { path: 'media/art/course/1.svg', name: 'Plan', alt: 'A plan of the room.', width: 640, height: 400 }
      const announcements = Array.from({ length: count }, (_, n) => ({
        ...example,
        id: n + 1,
        sent_at: n === 0 ? room.now : example?.sent_at,
        pictures: n === 0 ? [picture] : [],
      }))
      await route.fulfill({ json: { ...room, batches: room.batches.map((batch) => ({ ...batch, announcements })) } })
    })
const inOwnReview = ({ page }: Stage) => page.getByRole('region', { name: 'Your review' })

/** A class that is open, whose classroom staff have not set. */
async function openWithoutClassroom({ page }: Stage): Promise<void> {
  const missing = 'This class has no classroom yet. Please try again in a minute, or write to us.'
  await page.route('**/api/classes/*/join/', async (route) => {
    if (route.request().method() === 'GET') {
      const response = await route.fetch()
      return route.fulfill({ response, json: { ...((await response.json()) as object), state: 'open' } })
    }
    const json = { message: missing, detail: missing, code: 'no_classroom', opens_at: new Date().toISOString() }
    return route.fulfill({ status: 409, json })
  })
}

const failedPart = 'This part could not be loaded.'
async function openPicker({ page }: Stage): Promise<void> {
  await page.getByRole('button', { name: 'Enroll Now' }).filter({ visible: true }).first().click()
  await page.getByRole('dialog', { name: 'Choose your batch' }).waitFor()
}

async function openPhoneMenu(page: Page, list: string): Promise<void> {
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: list }).click()
}

const sent =
  (button: string, last: string) =>
  async ({ page }: Stage) => {
    await page.locator('main').getByRole('button', { name: button }).click()
    await expect(page.locator('main').getByText(last).first()).toBeVisible()
  }

const keepAddress = async ({ page }: Stage) =>
  page.addInitScript(() => localStorage.setItem('emailForOtp', 'asha.patil@example.com'))

/** The screens of every route, with their open, error and empty states. */
export const screens: Screen[] = [
  { name: 'home', route: '/home', path: '/home' },
  { name: 'home from the root', route: '/', path: '/' },
  {
    name: 'home with the courses open',
    route: '/home',
    path: '/home',
    only: 'desk',
    part: 'header',
    act: async ({ page }) => page.getByRole('button', { name: 'Our Courses' }).click(),
  },
  {
    name: 'home with the services open',
    route: '/home',
    path: '/home',
    only: 'desk',
    part: 'header',
    act: async ({ page }) => page.getByRole('button', { name: 'What We Offer' }).click(),
  },
  {
    name: 'home with the menu open',
    route: '/home',
    path: '/home',
    only: 'phone',
    act: ({ page }) => openPhoneMenu(page, 'All Courses'),
  },
  {
    name: 'home with the footer open',
    route: '/home',
    path: '/home',
    only: 'phone',
    act: async ({ page }) => {
      // Footer sections collapse on a phone only.
      const folded = (page.viewportSize()?.width ?? 0) < 768 ? ['Contact', 'Quick links', 'Policies'] : []
      for (const title of folded) await page.getByRole('contentinfo').getByRole('button', { name: title }).click()
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'home of a student',
    route: '/home',
    path: '/home',
    signedIn: true,
    act: async ({ page }) => page.getByRole('heading', { name: 'Your next class' }).waitFor(),
  },
  {
    name: 'home of a student with the user menu open',
    route: '/home',
    path: '/home',
    signedIn: true,
    only: 'desk',
    act: async ({ page }) => {
      await page.getByRole('button', { name: 'Asha Patil' }).click()
      await page.getByRole('link', { name: 'Payment History' }).waitFor()
    },
  },
  {
    name: 'home of a student with the menu open',
    route: '/home',
    path: '/home',
    signedIn: true,
    only: 'phone',
    act: ({ page }) => openPhoneMenu(page, 'Services'),
  },
  { name: 'courses', route: '/courses', path: '/courses' },
  { name: 'courses of a category', route: '/courses', path: '/courses?category=cloud' },
  { name: 'courses of an unknown category', route: '/courses', path: '/courses?category=basket-weaving' },
  { name: 'course', route: '/courses/:id', path: '/courses/1' },
  { name: 'course curriculum', route: '/courses/:id', path: '/courses/1?tab=curriculum' },
  { name: 'course batches', route: '/courses/:id', path: '/courses/1?tab=batches' },
  { name: 'course reviews', route: '/courses/:id', path: '/courses/1?tab=reviews' },
  { name: 'course reviews of students', route: '/courses/:id', path: '/courses/4?tab=reviews' },
  {
    name: 'course questions',
    route: '/courses/:id',
    path: '/courses/1?tab=faqs',
    act: async ({ page }) => page.getByRole('tabpanel').getByRole('button').first().click(),
  },
  { name: 'course with the batch picker', route: '/courses/:id', path: '/courses/1', act: openPicker },
  {
    name: 'course with a wrong callback',
    route: '/courses/:id',
    path: '/courses/2',
    act: async ({ page }) => {
      await page.getByRole('button', { name: 'Request a callback' }).click()
      await expect(page.getByText('Name is required.').first()).toBeVisible()
    },
  },
  {
    name: 'course whose callback form is lost',
    route: '/courses/:id',
    path: '/courses/2',
    loses: 'callback-form',
    act: async ({ page }) => page.getByText(failedPart).scrollIntoViewIfNeeded(),
  },
  {
    name: 'course whose batch picker is lost',
    route: '/courses/:id',
    path: '/courses/2',
    loses: 'picker-form',
    act: async (stage) => {
      await openPicker(stage)
      await stage.page.getByRole('dialog').getByText(failedPart).scrollIntoViewIfNeeded()
    },
  },
  { name: 'course that is not there', route: '/courses/:id', path: '/courses/99999', act: heading('Course not found') },
  { name: 'register', route: '/register', path: '/register' },
  {
    name: 'register with errors',
    route: '/register',
    path: '/register',
    act: sent('Create account', 'Full name is required.'),
  },
  { name: 'login', route: '/login', path: '/login' },
  { name: 'login with an error', route: '/login', path: '/login', act: sent('Send OTP', 'Email is required.') },
  { name: 'verify OTP', route: '/verify-otp', path: '/verify-otp', before: keepAddress, act: visible('asha.patil@example.com') },
  { name: 'service', route: '/service/:id', path: '/service/1' },
  { name: 'service that is not there', route: '/service/:id', path: '/service/99999' },
  { name: 'resources', route: '/resources', path: '/resources' },
  { name: 'projects', route: '/ProjectsList', path: '/ProjectsList' },
  { name: 'companies', route: '/companies', path: '/companies' },
  { name: 'blogs', route: '/blogs', path: '/blogs' },
  { name: 'blog', route: '/blog/:id', path: '/blog/6' },
  { name: 'blog that is not there', route: '/blog/:id', path: '/blog/99999' },
  { name: 'new batches', route: '/newbatches', path: '/newbatches' },
  { name: 'new batches of a category', route: '/newbatches', path: '/newbatches?category=devops' },
  { name: 'the first question of the batch finder', route: '/newbatches', path: '/newbatches?find=days' },
  { name: 'three batches of the finder', route: '/newbatches', path: '/newbatches?find=three' },
  { name: 'new batches of an unknown category', route: '/newbatches', path: '/newbatches?category=basket-weaving' },
  { name: 'career kickstart', route: '/career-kickstart', path: '/career-kickstart' },
  { name: 'contact', route: '/contact', path: '/contact' },
  { name: 'search', route: '/search', path: '/search' },
  { name: 'search with results', route: '/search', path: '/search?q=cloud' },
  { name: 'search without results', route: '/search', path: '/search?q=zzqqxx' },
  {
    name: 'search dialog',
    route: '/search',
    path: '/contact',
    act: async ({ page }) => {
      await page.getByRole('banner').getByRole('link', { name: 'Search', exact: true }).click()
      await page.getByRole('combobox').fill('cloud')
      await page.getByRole('option').first().waitFor()
    },
  },
  { name: 'research', route: '/researchpage', path: '/researchpage' },
  {
    name: 'research whose dialog is lost',
    route: '/researchpage',
    path: '/researchpage',
    loses: 'research-dialog',
    act: async ({ page }) => {
      await page.getByRole('button', { name: "I'm a Student" }).click()
      await page.getByText(failedPart).waitFor()
    },
  },
  {
    name: 'research dialog with errors',
    route: '/researchpage',
    path: '/researchpage',
    act: async ({ page }) => {
      await page.getByRole('button', { name: "I'm a Student" }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Send your proposal' }).click()
      await page.getByText('Please write a message.').first().waitFor()
    },
  },
  { name: 'research form', route: '/researchform', path: '/researchform' },
  { name: 'hire', route: '/hirepage', path: '/hirepage' },
  {
    name: 'hire with errors',
    route: '/hirepage',
    path: '/hirepage',
    act: sent('Send your requirements', 'Company name is required.'),
  },
  { name: 'terms', route: '/terms', path: '/terms' },
  { name: 'privacy policy', route: '/privacy-policy', path: '/privacy-policy' },
  { name: 'refund policy', route: '/refund-policy', path: '/refund-policy' },
  { name: 'policy that is not there', route: '/policy/:id', path: '/policy/99999', act: visible('Policy not found.') },
  { name: 'terms by their number', route: '/policy/:id', path: '/policy/4' },
  { name: 'profile', route: '/profile', path: '/profile', signedIn: true, act: visible('Active now') },
  {
    name: 'profile while editing',
    route: '/profile',
    path: '/profile',
    signedIn: true,
    act: async ({ page }) => {
      await page.getByRole('button', { name: 'Edit email' }).click()
      await page.getByRole('button', { name: 'Edit phone' }).click()
      await page.getByRole('button', { name: 'Update' }).click()
      await expect(page.getByText('No changes detected.').first()).toBeVisible()
    },
  },
  {
    name: 'profile with the OTP dialog',
    route: '/profile',
    path: '/profile',
    signedIn: true,
    before: ({ page }) =>
      page.route('**/api/auth/profile/', (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ json: { message: 'OTP sent to your email. Please verify.', email: 'asha@example.com' } })
          : route.continue(),
      ),
    act: async ({ page }) => {
      await page.getByRole('button', { name: 'Edit phone' }).click()
      await page.getByLabel('Phone').fill('9123456780')
      await page.getByRole('button', { name: 'Update' }).click()
      await page.getByRole('dialog', { name: 'Enter the OTP' }).waitFor()
    },
  },
  {
    name: 'profile with the erase dialog',
    route: '/profile',
    path: '/profile',
    signedIn: true,
    act: async ({ page }) => {
      await page.getByRole('button', { name: 'Erase your account' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'profile with the code to erase it',
    route: '/profile',
    path: '/profile',
    signedIn: true,
    before: ({ page }) =>
      page.route('**/api/auth/erase/', (route) =>
        route.fulfill({ json: { message: 'OTP sent to your email. Please verify.', email: 'asha@example.com' } }),
      ),
    act: async ({ page }) => {
      await page.getByRole('button', { name: 'Erase your account' }).click()
      await page.getByLabel('Type ERASE to confirm').fill('ERASE')
      await page.getByRole('button', { name: 'Send OTP' }).click()
      await page.getByPlaceholder('Enter OTP').waitFor()
    },
  },
  { name: 'profile of nobody', route: '/profile', path: '/profile', act: visible('Go to Login') },
  { name: 'undo', route: '/undo-change', path: `/undo-change#${'x'.repeat(43)}`, act: visible('Undo the change') },
  {
    name: 'undo with a used link',
    route: '/undo-change',
    path: `/undo-change#${'x'.repeat(43)}`,
    act: async ({ page }) => {
      await page.getByRole('button', { name: 'Undo the change' }).click()
      await expect(page.locator('main').getByText('This link was used already or is no longer valid.')).toBeVisible()
    },
  },
  { name: 'undo with half a link', route: '/undo-change', path: '/undo-change', act: visible('This link is not complete.') },
  {
    name: 'enrolled courses',
    route: '/enrolled-courses',
    path: '/enrolled-courses',
    signedIn: true,
    act: async ({ page }) => expect(page.locator('main').getByRole('listitem').nth(1)).toBeVisible(),
  },
  {
    name: 'no enrolled courses',
    route: '/enrolled-courses',
    path: '/enrolled-courses/',
    signedIn: true,
    before: ({ page }) => page.route('**/api/enrolled-courses/', (route) => route.fulfill({ json: { 'enrolled courses': [] } })),
    act: visible('No enrolled courses found.'),
  },
  {
    name: 'enrolled courses that fail',
    route: '/enrolled-courses',
    path: '/enrolled-courses',
    signedIn: true,
    before: failing('**/api/enrolled-courses/'),
    act: async ({ page }) => expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible(),
  },
  {
    name: 'a day that fails',
    route: '/enrolled-courses',
    path: '/enrolled-courses',
    signedIn: true,
    before: failing('**/api/today/'),
    act: visible('Your day could not be loaded.'),
  },
  {
    name: 'a day after the last class',
    route: '/enrolled-courses',
    path: '/enrolled-courses',
    signedIn: true,
    before: async (stage) => {
      await reviewed({ ...ownReview, review: null })(stage)
      await stage.page.route('**/api/today/', async (route) => {
        const today = (await (await route.fetch()).json()) as StudentToday
        await route.fulfill({ json: { ...today, classes: [] } })
      })
      await stage.page.route('**/api/enrolled-courses/', async (route) => {
        const { 'enrolled courses': courses } = (await (await route.fetch()).json()) as { 'enrolled courses': EnrolledCourse[] }
        const isOver = (course: EnrolledCourse) => ({
          ...course,
          enrolled_batches: course.enrolled_batches.map((batch) => ({ ...batch, status: 'Completed', next_class: null })),
        })
        await route.fulfill({ json: { 'enrolled courses': courses.map(isOver) } })
      })
    },
    act: async ({ page }) => {
      await expect(page.getByRole('link', { name: /^Open the certificate of/ })).toBeVisible()
      await expect(page.getByRole('link', { name: /^Write a review of/ }).first()).toBeVisible()
      await expect(page.getByRole('region', { name: 'Starting soon' })).toBeVisible()
    },
  },
  {
    name: 'classes of a week',
    route: '/classes',
    path: '/classes',
    signedIn: true,
    act: async ({ page }) =>
      expect(page.getByRole('region', { name: 'All classes by course' }).getByRole('listitem').first()).toBeVisible(),
  },
  {
    name: 'classes of a week that fail',
    route: '/classes',
    path: '/classes',
    signedIn: true,
    before: failing('**/api/today/'),
    act: visible('Your classes could not be loaded.'),
  },
  {
    name: 'newest recordings',
    route: '/recordings',
    path: '/recordings',
    signedIn: true,
    act: async ({ page }) =>
      expect(page.getByRole('region', { name: 'Newest recordings' }).getByRole('link').first()).toBeVisible(),
  },
  {
    name: 'newest recordings that fail',
    route: '/recordings',
    path: '/recordings',
    signedIn: true,
    before: failing('**/api/today/'),
    act: visible('Your newest recordings could not be loaded.'),
  },
  {
    name: 'room',
    route: '/enrolled-courses/:courseId',
    path: `/enrolled-courses/${recorded.courseId}?batch=${recorded.batchId}`,
    signedIn: true,
    act: async ({ page }) => expect(page.locator('main').getByRole('link', { name: /^Certificate/ })).toBeVisible(),
  },
  {
    name: 'classes in the room',
    route: '/enrolled-courses/:courseId/classes',
    path: `/enrolled-courses/${recorded.courseId}/classes?batch=${recorded.batchId}`,
    signedIn: true,
    act: async ({ page }) => expect(page.getByRole('region', { name: 'Classes' }).getByRole('link').first()).toBeVisible(),
  },
  {
    name: 'work in the room',
    route: '/enrolled-courses/:courseId/work',
    path: `/enrolled-courses/${recorded.courseId}/work?batch=${recorded.batchId}`,
    signedIn: true,
    act: heading('Due'),
  },
  {
    name: 'exercise',
    route: '/work/:exerciseId',
    path: '/work/1',
    signedIn: true,
    act: heading('Your work'),
  },
  {
    name: 'exercise with a review',
    route: '/work/:exerciseId',
    path: '/work/1',
    signedIn: true,
    before: ({ page }) => page.route('**/api/exercises/1/', (route) => route.fulfill({ json: readOwnWork.example.answer })),
    act: visible('Which columns does the page show?'),
  },
  {
    name: 'exercise that fails',
    route: '/work/:exerciseId',
    path: '/work/1',
    signedIn: true,
    before: failing('**/api/exercises/1/'),
    act: visible('This exercise could not be loaded.'),
  },
  {
    name: 'exercise of another batch',
    route: '/work/:exerciseId',
    path: '/work/999',
    signedIn: true,
    act: heading('This exercise is not yours'),
  },
  {
    name: 'class with a recording',
    route: '/enrolled-courses/:courseId/classes/:sessionId',
    path: `/enrolled-courses/${recorded.courseId}/classes?batch=${recorded.batchId}&show=recordings`,
    signedIn: true,
    act: async ({ page }) => {
      await page.getByRole('listitem').filter({ hasText: 'Class 1 ·' }).getByRole('link').first().click()
      await page.locator('video').waitFor()
      await page.getByRole('button', { name: 'Captions', exact: true }).click()
    },
  },
  {
    name: 'room with a receipt',
    route: '/enrolled-courses/:courseId/batch',
    path: ({ paid }) => `/enrolled-courses/${paid.courseId}/batch`,
    signedIn: true,
    act: async ({ page }) => expect(page.getByRole('region', { name: 'Payment and receipt' })).toContainText('₹41,500'),
  },
  {
    name: 'room with announcements',
    route: '/enrolled-courses/:courseId',
    path: ({ paid }) => `/enrolled-courses/${paid.courseId}`,
    signedIn: true,
    before: announced(4),
    act: async ({ page }) => {
      const part = page.getByRole('region', { name: 'Announcements' })
      await part.getByRole('button', { name: 'Show all 4' }).click()
      await expect(part.locator('summary').nth(3)).toBeFocused()
      await expect(part.getByRole('img')).toBeVisible()
    },
  },
  {
    name: 'room with a request',
    route: '/enrolled-courses/:courseId/batch',
    path: ({ paid }) => `/enrolled-courses/${paid.courseId}/batch`,
    signedIn: true,
    act: async ({ page }) => {
      await page.getByRole('button', { name: 'Move to another batch' }).click()
      await page.getByRole('dialog', { name: 'Move to another batch' }).waitFor()
    },
  },
  {
    name: 'room of somebody else',
    route: '/enrolled-courses/:courseId',
    path: '/enrolled-courses/2',
    signedIn: true,
    act: heading('You are not enrolled in this course'),
  },
  {
    name: 'room before the certificate',
    route: '/enrolled-courses/:courseId/batch',
    path: ({ paid }) => `/enrolled-courses/${paid.courseId}/batch`,
    signedIn: true,
    act: async ({ page }) => expect(page.getByRole('region', { name: 'Your certificate' })).toContainText('of your classes'),
  },
  {
    name: 'room with the certificate',
    route: '/enrolled-courses/:courseId/batch',
    path: `/enrolled-courses/${recorded.courseId}/batch?batch=${recorded.batchId}`,
    signedIn: true,
    act: async ({ page }) => expect(page.getByRole('region', { name: 'Your certificate' })).toContainText('You have earned it'),
  },
  {
    name: 'room with a review to write',
    route: '/enrolled-courses/:courseId/batch',
    path: `/enrolled-courses/${recorded.courseId}/batch`,
    signedIn: true,
    before: reviewed({ ...ownReview, review: null }),
    act: async (stage) => {
      await inOwnReview(stage).getByRole('button', { name: 'Write a review' }).click()
      await inOwnReview(stage).getByRole('button', { name: 'Save review' }).click()
      await expect(inOwnReview(stage)).toContainText('Please choose one to five stars.')
    },
  },
  {
    name: 'room with a consent to give',
    route: '/enrolled-courses/:courseId/batch',
    path: `/enrolled-courses/${recorded.courseId}/batch`,
    signedIn: true,
    before: reviewed({ ...ownReview, review: { ...ownReview.review!, shown_as: null, name: null } }),
    act: async (stage) => {
      await inOwnReview(stage).getByRole('button', { name: 'Let the page show it' }).click()
      await inOwnReview(stage).getByRole('button', { name: 'Agree' }).click()
      await expect(inOwnReview(stage)).toContainText('Please choose the name that is shown.')
    },
  },
  {
    name: 'room with a published review',
    route: '/enrolled-courses/:courseId/batch',
    path: `/enrolled-courses/${recorded.courseId}/batch`,
    signedIn: true,
    before: reviewed({ ...ownReview, review: { ...ownReview.review!, state: 'published' } }),
    act: async (stage) => expect(inOwnReview(stage)).toContainText('shows it as of Asha'),
  },
  {
    name: 'room with a refused review',
    route: '/enrolled-courses/:courseId/batch',
    path: `/enrolled-courses/${recorded.courseId}/batch`,
    signedIn: true,
    before: reviewed({
      ...ownReview,
      review: { ...ownReview.review!, state: 'refused', reason: 'It names another student. Please leave the name out.' },
    }),
    act: async (stage) => expect(inOwnReview(stage)).toContainText('The school does not publish it'),
  },
  {
    name: 'room before a review',
    route: '/enrolled-courses/:courseId/batch',
    path: ({ paid }) => `/enrolled-courses/${paid.courseId}/batch`,
    signedIn: true,
    act: async (stage) => expect(inOwnReview(stage)).toContainText('When you have attended a class'),
  },
  {
    name: 'room whose review could not be read',
    route: '/enrolled-courses/:courseId/batch',
    path: `/enrolled-courses/${recorded.courseId}/batch`,
    signedIn: true,
    before: failing('**/api/own-reviews/*/'),
    act: async (stage) => expect(inOwnReview(stage)).toContainText('Your review could not be read.'),
  },
  {
    name: 'a place on a waitlist',
    route: '/waitlist/:batchId',
    path: '/waitlist/122',
    signedIn: true,
    before: waitingFor('waiting'),
    act: heading('You are on the waitlist'),
  },
  {
    name: 'a seat of a waitlist that is offered',
    route: '/waitlist/:batchId',
    path: '/waitlist/122',
    signedIn: true,
    before: waitingFor('offered'),
    act: async ({ page }) => {
      await page.getByRole('button', { name: 'Give the seat back' }).click()
      await expect(page.getByText('The seat goes to the next person, and you leave')).toBeVisible()
    },
  },
  {
    name: 'a waitlist of a batch with seats',
    route: '/waitlist/:batchId',
    path: '/waitlist/122',
    act: heading('A seat is free'),
  },
  {
    name: 'a place that could not be read',
    route: '/waitlist/:batchId',
    path: '/waitlist/122',
    signedIn: true,
    before: failing('**/api/waitlist/'),
    act: visible('Your place could not be loaded.'),
  },
  {
    name: 'a class for guests',
    route: '/trial/:sessionId',
    path: ({ trialSessionId }) => `/trial/${trialSessionId}`,
    signedIn: true,
    act: heading('Ask for a seat'),
  },
  {
    name: 'a class for guests with errors',
    route: '/trial/:sessionId',
    path: ({ trialSessionId }) => `/trial/${trialSessionId}`,
    signedIn: true,
    act: sent('Send OTP', 'Name is required.'),
  },
  {
    name: 'a class for guests with the code',
    route: '/trial/:sessionId',
    path: ({ trialSessionId }) => `/trial/${trialSessionId}`,
    signedIn: true,
    before: ({ page }) =>
      page.route('**/api/classes/*/trial/', (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ json: { message: 'OTP was successfully sent to your email.' } })
          : route.continue(),
      ),
    act: async ({ page }) => {
      await page.getByLabel('Name').fill('Asha Patil')
      await page.getByLabel('Email').fill('asha@example.com')
      await page.getByRole('button', { name: 'Send OTP' }).click()
      await expect(page.getByRole('button', { name: 'Take the seat' })).toBeVisible()
    },
  },
  {
    name: 'a class that takes no guests',
    route: '/trial/:sessionId',
    path: '/trial/999999',
    act: heading('This class is not open to guests'),
  },
  {
    name: 'join with a key that opens nothing',
    route: '/join/:sessionId',
    path: `/join/1#1.${'x'.repeat(43)}`,
    act: heading('This link opens no class'),
  },
  {
    name: 'a valid certificate',
    route: '/verify/:code',
    path: ({ certificateCode }) => `/verify/${certificateCode}`,
    signedIn: true,
    act: visible('This certificate is valid'),
  },
  {
    name: 'a certificate that nobody has',
    route: '/verify/:code',
    path: `/verify/${'0'.repeat(32)}`,
    act: heading('No certificate has this number'),
  },
  {
    name: 'questions',
    route: '/enrolled-courses/:courseId/questions',
    path: `/enrolled-courses/${recorded.courseId}/questions?batch=${recorded.batchId}`,
    signedIn: true,
    act: visible('When is 204 the right status?'),
  },
  {
    name: 'questions with the form and its errors',
    route: '/enrolled-courses/:courseId/questions',
    path: `/enrolled-courses/${recorded.courseId}/questions?batch=${recorded.batchId}&ask=`,
    signedIn: true,
    act: sent('Ask your batch', 'Please write your question.'),
  },
  {
    name: 'questions without one that is like the words',
    route: '/enrolled-courses/:courseId/questions',
    path: `/enrolled-courses/${recorded.courseId}/questions?batch=${recorded.batchId}&q=zzzz`,
    signedIn: true,
    act: visible('No question is like this'),
  },
  {
    name: 'questions that could not be read',
    route: '/enrolled-courses/:courseId/questions',
    path: `/enrolled-courses/${recorded.courseId}/questions?batch=${recorded.batchId}`,
    signedIn: true,
    before: failing('**/api/batches/*/questions/*'),
    act: visible('The questions could not be read.'),
  },
  {
    name: 'questions of somebody else',
    route: '/enrolled-courses/:courseId/questions',
    path: '/enrolled-courses/2/questions',
    signedIn: true,
    act: heading('You are not enrolled in this course'),
  },
  {
    name: 'question with answers',
    route: '/questions/:questionId',
    path: '/questions/1',
    signedIn: true,
    act: visible('Accepted answer'),
  },
  {
    name: 'question of somebody else',
    route: '/questions/:questionId',
    path: '/questions/99999',
    signedIn: true,
    act: heading('There is no such question'),
  },
  {
    name: 'join before class',
    route: '/join/:sessionId',
    path: ({ nextSessionId }) => `/join/${nextSessionId}`,
    signedIn: true,
    act: heading(/^Your classroom opens on .* at /),
  },
  {
    name: 'join without a classroom',
    route: '/join/:sessionId',
    path: ({ nextSessionId }) => `/join/${nextSessionId}`,
    signedIn: true,
    before: openWithoutClassroom,
    act: visible('This class has no classroom yet.'),
  },
  {
    name: 'join of somebody else',
    route: '/join/:sessionId',
    path: '/join/999999',
    signedIn: true,
    act: heading('This class is not yours'),
  },
  {
    name: 'a live class of somebody else',
    route: '/class/:sessionId',
    path: '/class/999999',
    signedIn: true,
    act: heading('This class is not yours'),
  },
  {
    name: 'a live class of a visitor',
    route: '/class/:sessionId',
    path: '/class/1',
    act: heading('Sign in to enter'),
  },
  {
    name: 'joining that fails',
    route: '/join/:sessionId',
    path: ({ nextSessionId }) => `/join/${nextSessionId}`,
    signedIn: true,
    before: failing('**/api/classes/*/join/'),
    act: visible('Your class could not be opened'),
  },
  {
    name: 'unsubscribe',
    route: '/unsubscribe',
    path: '/unsubscribe#reminder_soon.7.mK3vXw0b2Jq8y5T1nR4cLg',
    act: visible('Reminder before class.'),
  },
  {
    name: 'unsubscribe with a broken link',
    route: '/unsubscribe',
    path: '/unsubscribe#x',
    act: visible('This link is not complete.'),
  },
  {
    name: 'recordings',
    route: '/videos/:batchId?',
    path: `/videos/${recorded.batchId}?day=2`,
    signedIn: true,
    act: async ({ page }) => page.locator('video').waitFor(),
  },
  {
    name: 'recordings of a visitor',
    route: '/videos/:batchId?',
    path: `/videos/${recorded.batchId}?day=2`,
    act: visible('Day 2 is for students of this batch'),
  },
  {
    name: 'recordings whose controls are lost',
    route: '/videos/:batchId?',
    path: `/videos/${recorded.batchId}?day=2`,
    signedIn: true,
    loses: 'player-controls',
    act: async ({ page }) => {
      await page.getByRole('button', { name: 'play', exact: true }).click()
      await page.locator('video[controls]').waitFor()
    },
  },
  { name: 'recordings without a batch', route: '/videos/:batchId?', path: '/videos', act: heading('Batch ID is missing') },
  {
    name: 'payments',
    route: '/my-payments',
    path: '/my-payments',
    signedIn: true,
    act: async ({ page }) => expect(page.getByRole('row').nth(1)).toContainText('41,500'),
  },
  {
    name: 'no payments',
    route: '/my-payments',
    path: '/my-payments',
    signedIn: true,
    before: ({ page }) => page.route('**/api/payment/payment-details/', (route) => route.fulfill({ json: [] })),
    act: visible('No payments found.'),
  },
  {
    name: 'payments that fail',
    route: '/my-payments',
    path: '/my-payments',
    signedIn: true,
    before: failing('**/api/payment/payment-details/'),
    act: visible('Unable to load your payment history.'),
  },
  {
    name: 'payments of nobody',
    route: '/my-payments',
    path: '/my-payments',
    act: async ({ page }) => expect(page.getByText('Access token not found. Please log in.').first()).toBeVisible(),
  },
  {
    name: 'payment with the registration',
    route: '/razarpayment/:batchId',
    path: ({ paid }) => `/razarpayment/${paid.batchId}`,
    act: async ({ page }) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Confirm & Pay' }).click()
      await page.getByText('Full name is required.').first().waitFor()
    },
  },
  {
    name: 'payment with the registration put aside',
    route: '/razarpayment/:batchId',
    path: ({ paid }) => `/razarpayment/${paid.batchId}`,
    act: async ({ page }) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
      await page.getByRole('button', { name: 'Enter your details' }).waitFor()
    },
  },
  {
    name: 'payment whose registration is lost',
    route: '/razarpayment/:batchId',
    path: ({ paid }) => `/razarpayment/${paid.batchId}`,
    loses: 'register-to-pay',
    act: visible(failedPart),
  },
  {
    name: 'payment that can not start',
    route: '/razarpayment/:batchId',
    path: ({ paid }) => `/razarpayment/${paid.batchId}`,
    signedIn: true,
    before: failing('**/api/payment/start-payment/**'),
    act: async ({ page }) => expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible(),
  },
  {
    name: 'payment for a batch that has started',
    route: '/razarpayment/:batchId',
    path: `/razarpayment/${recorded.batchId}`,
    act: visible('This batch has already started.'),
  },
  {
    name: 'payment for no batch',
    route: '/razarpayment/:batchId',
    path: '/razarpayment/99999',
    act: visible('This batch does not exist, or it has ended.'),
  },
  {
    name: 'payment that did not go through',
    route: '/verify-payment/:batchId',
    path: ({ paid }) => `/verify-payment/${paid.batchId}?outcome=failed`,
    signedIn: true,
    before: ({ page }) =>
      page.route('**/api/payment/status/**', (route) => route.fulfill({ json: { status: 'none', message: '' } })),
    act: visible('The payment did not go through.'),
  },
  {
    name: 'payment that succeeded',
    route: '/razarpayment/:batchId',
    path: ({ paid }) => `/razarpayment/${paid.batchId}`,
    signedIn: true,
    before: ({ page, student: { paid } }) =>
      page.addInitScript(([key, answer]) => sessionStorage.setItem(key, answer), [
        `unfinished-checkout-${paid.batchId}`,
        JSON.stringify(paid.answer),
      ] as const),
    act: heading('You are enrolled'),
  },
  {
    name: 'payment verification without its details',
    route: '/verify-payment/:batchId',
    path: ({ paid }) => `/verify-payment/${paid.batchId}`,
    act: async ({ page }) => expect(page.getByText('Missing payment details in URL.').first()).toBeVisible(),
  },
  {
    name: 'hire without scripts',
    route: '/hirepage',
    path: '/hirepage',
    withoutScript: true,
    act: visible(/^This form needs JavaScript\./),
  },
  {
    name: 'course without scripts',
    route: '/courses/:id',
    path: '/courses/2',
    withoutScript: true,
    act: visible(/^This form needs JavaScript\./),
  },
  {
    name: 'payment without scripts',
    route: '/razarpayment/:batchId',
    path: ({ paid }) => `/razarpayment/${paid.batchId}`,
    withoutScript: true,
    act: visible(/^This page needs JavaScript\./),
  },
  { name: 'nothing', route: '/*', path: '/nothing-here' },
  { name: 'nothing that can be read', route: '/*', path: '/%E0%A4%A', act: heading('Oops! Page Not Found') },
]

export const pathOf = ({ path }: Screen, student: EnrolledStudent) => (typeof path === 'string' ? path : path(student))

/** Removes the scripts from the HTML. axe needs JavaScript itself, so it cannot be switched off in the browser. */
async function withoutScripts(route: Route): Promise<void> {
  const response = await route.fetch()
  const html = await response.text()
  await route.fulfill({ response, body: html.replaceAll(/<script\b[\s\S]*?<\/script>|<\/?noscript>/g, '') })
}

/** Opens a screen and waits until its content is loaded. */
export async function show(screen: Screen, stage: Stage): Promise<void> {
  const { page, shop, student } = stage
  if (screen.signedIn) await student.enter(page)
  if (screen.loses) await page.route(`**/assets/${screen.loses}-*.js`, (route) => route.abort())
  if (screen.withoutScript) await page.route(`**${pathOf(screen, student)}`, withoutScripts)
  await screen.before?.(stage)
  await page.goto(pathOf(screen, student))
  if (!screen.withoutScript) await shop.hydrated()
  await screen.act?.(stage)
}

/** Removes the browser's messages about a blocked chunk. */
export function forgiveLoss(screen: Screen, consoleErrors: string[]): void {
  if (screen.loses) forgive(consoleErrors, /ERR_FAILED/)
}
