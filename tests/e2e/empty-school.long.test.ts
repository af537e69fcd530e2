import { generateSync } from 'otplib'
import { addDays, mondayOf, today } from '#ui/days.ts'
import { expectAccessible, watchPolicy } from './console-staff.ts'
import { type EmptySchool, openEmptySchool } from './empty-school.ts'
import { monday } from './monday.ts'
import { expect, newVisitor, Shop, test as base } from './shop.ts'

const test = base.extend<object, { school: EmptySchool }>({
  school: [
    async ({ browser: _browser }, use) => {
      const school = await openEmptySchool()
      await use(school)
      await school.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ school }, use) => use(school.url),
  shop: async ({ page, school }, use) => use(new Shop(page, school.inboxUrl)),
})

test.use({ viewport: { width: 1440, height: 900 }, actionTimeout: 10_000 })

const owner = 'meera@school.example'
const course = 'Data Engineering with SQL'
const firstDay = addDays(mondayOf(today()), 14)

test('an empty school is set up, sells and lives through Monday', async ({ page, shop, school, consoleErrors }) => {
  test.setTimeout(360_000)
  await watchPolicy(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const field = (label: string) => page.getByLabel(new RegExp(`^${label}( ?optional)?$`)).first()
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const notice = (text: string | RegExp) => page.getByText(text).first()

  const steps = page.getByRole('list').filter({ has: page.getByRole('heading', { name: 'Describe the school' }) })
  const step = (title: string) => steps.getByRole('listitem').filter({ hasText: title })
  /** Opens the next step from the list of them. */
  const begin = async (title: string, action: string) => {
    await page.getByRole('link', { name: 'Set up the school' }).click()
    await expect(step(title)).toHaveAttribute('aria-current', 'step')
    await step(title).getByRole('link', { name: action }).click()
  }

  await test.step('visitors read that the school opens soon', async () => {
    for (const path of ['/home', '/courses', '/register']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: 'We open soon.' })).toBeVisible()
    }
    await expectAccessible(page)
  })

  // Browsers log the answer to a link that is over.
  const forgiveGone = () =>
    consoleErrors.splice(0, consoleErrors.length, ...consoleErrors.filter((text) => !text.includes('status of 410')))
  const former = await school.printSetupLink()
  const link = await school.printSetupLink()
  await test.step('a link that was replaced says what to do', async () => {
    await page.goto(former)
    await expect(page.getByText('npm run staff -- setup-link')).toBeVisible()
    await expectAccessible(page)
    forgiveGone()
  })

  await test.step('the link makes the first owner, who signs in', async () => {
    // Another fragment alone loads no page.
    await page.goto('about:blank')
    await page.goto(link)
    await field('Your name').fill('Meera Kulkarni')
    await field('Your e-mail').fill(owner)
    await expectAccessible(page)
    await button('Go on to the second factor').click()
    await expect(page.getByRole('heading', { name: 'Welcome to the console' })).toBeVisible()
    await page.goBack()
    await expect(field('Your e-mail')).toHaveValue(owner)
    await button('Go on to the second factor').click()
    await expect(page.getByRole('heading', { name: 'Welcome to the console' })).toBeVisible()
    await page.reload()
    await expect(field('Your name')).toHaveValue('Meera Kulkarni')
    const secret = (await page.locator('code').innerText()).replaceAll(/\s/g, '')
    const appCode = (later = 0) => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + later })
    await field('Code from your authenticator app').fill(appCode())
    await button('Join').click()
    await page.getByLabel('I have kept the codes').check()
    await button('Open the console').click()
    await page.getByRole('button', { name: /Your account$/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await field('E-mail').fill(owner)
    await button('Send code').click()
    await field('Code from the e-mail').fill(await shop.codeFor(owner))
    // A code of the app works once.
    await field('Code from your authenticator app').fill(appCode(30))
    await button('Sign in').click()
    await expect(step('Describe the school')).toHaveAttribute('aria-current', 'step')
    await expectAccessible(page)
  })

  await test.step('the used link says that the school has its owner', async () => {
    const other = await page.context().newPage()
    await other.goto(link)
    await expect(other.getByRole('heading', { name: 'This school has its owner' })).toBeVisible()
    forgiveGone()
    await other.close()
  })

  await test.step('the settings describe the school', async () => {
    await begin('Describe the school', 'Fill in the settings')
    await field('Name of the school').fill('Sahyadri School of Code')
    await field('Line about the school').fill('Evening classes for working people')
    await field('E-mail').fill('hello@sahyadri.example')
    await field('Phone as visitors read it').fill('020 5550 0142')
    await field('Phone that is dialled').fill('+912055500142')
    await field('Hours').fill('Monday to Saturday, 9 am to 7 pm IST')
    await button('Add line').click()
    await field('Address, line 1').fill('12 Karve Road, Pune 411004')
    await field('Legal name').fill('Sahyadri Learning LLP')
    await field('GSTIN').fill('27AAPFU0939F1ZV')
    await field('State').click()
    await page.getByRole('option', { name: /^Maharashtra/ }).click()
    const save = async () => {
      await button('Save').click()
      // The button is 'Saving…' until then, and the notice of an earlier save may still stand.
      await expect(page.getByText('Unsaved changes')).toHaveCount(0)
      await expect(notice('The settings are saved. The site shows them.').last()).toBeVisible()
    }
    await save()
    await expect(page.getByRole('banner')).toContainText('Sahyadri School of Code')
    const topics = page.getByRole('navigation', { name: 'Settings' })
    await topics.getByRole('link', { name: 'Home page' }).click()
    await field('Title of the home page').fill('Learn data work in the evening')
    await field('Headline').fill('Two evenings a week')
    await field('Slogan').fill('Live classes on real databases')
    await button('Add offering').click()
    await field('Title').fill('Live classes')
    await field('Text').fill('Three evenings a week, with questions answered at once.')
    await button('Add outcome').click()
    await field('Outcomes, outcome 1').fill('You can build and explain a data pipeline.')
    await button('Add question').click()
    await field('Question').fill('Are classes recorded?')
    await field('Answer').fill('Yes, each one.')
    await save()
    await topics.getByRole('link', { name: 'Money' }).click()
    await field('Refund line').fill('Full refund until the first class begins.')
    await save()
  })

  await test.step('the three policies take effect', async () => {
    await begin('Publish the three policies', 'Write the policies')
    for (const [name, text] of [
      ['Terms and Conditions', 'You may join every class of your batch.'],
      ['Privacy Policy', 'We keep your name, e-mail and phone.'],
      ['Refund Policy', 'You get everything back before the first class.'],
    ] as const) {
      await page.getByRole('link', { name: 'Policies', exact: true }).first().click()
      await page.getByRole('region', { name }).getByRole('link', { name: 'Continue the draft' }).click()
      await expect(field('Text')).toBeVisible()
      for (const part of await page.getByLabel(/^Text( ?optional)?$/).all()) {
        await part.fill((await part.inputValue()).replaceAll(/\[[^[\]]+\]/g, '7'))
      }
      await field('Text').fill(text)
      await button('Save').click()
      await button('Publish').click()
      await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click()
      await expect(notice(`${name} is in effect.`)).toBeVisible()
    }
  })

  await test.step('an instructor is added', async () => {
    await begin('Add an instructor', 'New instructor')
    await field('Name').fill('Ravi Deshpande')
    await field('In one line').fill('Explains a query plan with chalk.')
    await field('Background').fill('Ten years of data platforms.')
    await button('Create instructor').click()
    await expect(page.getByRole('complementary', { name: 'Ravi Deshpande' })).toBeVisible()
  })

  await test.step('a course is written', async () => {
    await begin('Write a course', 'New course')
    for (const [label, value] of [
      ['Title', course],
      ['Category', 'Data'],
      ['Level', 'Beginner'],
      ['Type', 'Live classes'],
      ['Duration', '8 weeks'],
      ['University or school', 'Sahyadri School of Code'],
      ['List price', '45,000'],
      ['Summary', 'SQL, pipelines and warehouses for people who work in the day.'],
      ['Overview', 'From the first query to a pipeline that runs every night.'],
    ] as const) {
      await field(label).fill(value)
    }
    await button('Add discount').click()
    await field('Discount 1').fill('20%')
    await button('Add module').click()
    await field('Module').fill('SQL')
    await button('Add objective').click()
    await field('What people learn, objective 1').fill('Write queries that others can read')
    await button('Create course').click()
    await expect(page.getByRole('complementary', { name: course })).toBeVisible()
  })

  await test.step('two batches are opened', async () => {
    await begin('Open a batch', 'New batch')
    for (const [type, clock, weekday, day] of [
      ['Weekday evening', '19:30', 'Wed', firstDay],
      ['Weekend', '10:00', 'Sun', addDays(firstDay, 5)],
    ] as const) {
      await field('Course').fill(course)
      await page.getByRole('option', { name: course }).click()
      await field('Instructor').fill('Ravi')
      await page.getByRole('option', { name: 'Ravi Deshpande' }).click()
      await field('Type').fill(type)
      await field('Seats').fill('12')
      await field('Classroom link').fill('https://meet.example/data-class')
      await field('First day').fill(day)
      await field('Time').fill(clock)
      await page.keyboard.press('Tab')
      await button(weekday).click()
      await field('Number of classes').fill('16')
      await expect(page.getByRole('region', { name: 'Classes', exact: true }).getByText(/^16 classes, /)).toBeVisible()
      await button('Create batch').click()
      await expect(page).toHaveURL(/\/batches\/\d+$/)
      if (type === 'Weekend') break
      await page.getByRole('link', { name: 'Batches' }).first().click()
      await page.getByRole('link', { name: 'New batch' }).first().click()
    }
  })

  await test.step('staff look at the site before visitors do', async () => {
    await begin('Publish the course', 'Publish a course')
    await button('Publish').click()
    await expect(notice(`${course} is on the site.`)).toBeVisible()
    await page.getByRole('link', { name: 'Set up the school' }).click()
    const [site] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: /^Preview the site/ }).click(),
    ])
    await expect(site.getByRole('heading', { level: 1, name: 'Learn data work in the evening' })).toBeVisible()
    await expect(site.getByText(course).first()).toBeVisible()
    await site.close()
    const visitor = await fetch(`${school.url}/home`)
    expect(await visitor.text()).toContain('We open soon.')
  })

  await test.step('the school is opened, and visitors see the course at once', async () => {
    await button('Open the school').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Open the school' }).click()
    await expect(notice('The school is open.')).toBeVisible()
    await expect(async () => {
      const home = await (await fetch(`${school.url}/home`)).text()
      expect(home).toContain(course)
      expect(home).toContain('₹36,000')
    }).toPass({ timeout: 2000, intervals: [50] })
    await expect(page.getByText('All is done. Students can register and buy.')).toBeVisible()
    await button('Go to Today').click()
    await expect(page.getByRole('link', { name: 'Set up the school' })).toHaveCount(0)
  })

  const tasks = page.getByRole('region', { name: 'Until the first sale' })
  await test.step('Today lists what is left until the first sale', async () => {
    await expect(tasks.getByText('2 left')).toBeVisible()
    await expect(tasks.getByText('/api/payment/webhook/')).toBeVisible()
    await button('Confirm').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Yes, a lawyer has read them' }).click()
    await expect(tasks.getByText('1 left')).toBeVisible()
    await expectAccessible(page)
  })

  const student = newVisitor()
  await test.step('a student registers with the mailed code', async () => {
    await shop.open('/home')
    await expect(page.getByRole('heading', { level: 1, name: 'Learn data work in the evening' })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Register Now' }).click()
    await page.waitForURL('**/register')
    await shop.hydrated()
    await page.getByLabel('Full name').fill(student.name)
    await page.getByLabel('Phone number').fill(student.phone)
    await page.getByLabel('Email').fill(student.email)
    await page.getByRole('main').getByRole('button', { name: 'Create account' }).click()
    await page.waitForURL('**/verify-otp**')
    await shop.enterCode(student)
    await page.waitForURL('**/home')
  })

  await test.step('the student buys the weekend batch', async () => {
    await page
      .getByRole('main')
      .getByRole('link', { name: new RegExp(course) })
      .first()
      .click()
    await expect(page.getByRole('heading', { level: 1, name: course })).toBeVisible()
    await page.getByRole('button', { name: 'Enroll Now' }).filter({ visible: true }).first().click()
    const picker = page.getByRole('dialog', { name: 'Choose your batch' })
    await expect(picker.getByRole('radio')).toHaveCount(2)
    await picker.getByRole('radio', { name: /Weekend/ }).check()
    await picker.getByRole('button', { name: 'Enroll' }).click()
    await page.waitForURL('**/razarpayment/*')
    await shop.payByCard()
    await expect(page.getByRole('heading', { level: 1, name: 'You are enrolled' })).toBeVisible()
    await expect(page.getByText('₹36,000').first()).toBeVisible()
    const receipt = await shop.mail(student.email, /Receipt/)
    expect(receipt.text).toContain(course)
    await button('My Courses').click()
    await expect(page.getByRole('main').getByRole('heading', { name: course })).toBeVisible()
  })

  await test.step('the first sale ends the list', async () => {
    await page.goto('/console/today')
    await expect(page.getByRole('region', { name: 'What waits' })).toBeVisible()
    await expect(tasks).toHaveCount(0)
  })

  await test.step('the owner sees the seat taken', async () => {
    await page.goto('/console/batches')
    await expect(page.getByRole('row', { name: /10:00 AM/ }).getByText('1 of 12')).toBeVisible()
  })

  await monday({ page, shop, course, student })
})
