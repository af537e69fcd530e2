import { enterAs, watchPolicy } from './console-staff.ts'
import { recorded, test } from './enrolled-student.ts'
import { expect } from './shop.ts'

test('a question is asked, answered by keys and accepted', async ({ page, student, browser }) => {
  test.slow()
  const code = `<img src=x onerror=alert(1)>\nconst line = "${'long '.repeat(40)}"`
  const title = `Why is the page blank? ${Date.now()}`
  await student.enter(page)
  await test.step('the question is asked about a class of the room', async () => {
    await page.goto(`/enrolled-courses/${recorded.courseId}?batch=${recorded.batchId}`)
    await page.getByRole('link', { name: 'Questions', exact: true }).click()
    await page.getByRole('button', { name: 'Ask a question' }).click()
    await page.getByRole('button', { name: 'Ask your batch' }).click()
    await expect(page.getByText('Please say in one line what you ask.')).toBeVisible()
    await page.getByLabel('Your question in one line').fill(title)
    await page.getByLabel('What you tried').fill(`My code:\n\`\`\`\n${code}\n\`\`\`\nSee https://school.example/help.`)
    await page.getByLabel('About a class').selectOption({ index: 2 })
    await page.getByRole('button', { name: 'Ask your batch' }).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  })
  await expect(page.locator('pre')).toHaveText(code)
  await expect(page.getByRole('link', { name: /school\.example\/help/ })).toHaveAttribute('href', 'https://school.example/help')
  const path = new URL(page.url()).pathname

  await test.step('code has colours and scrolls in its box', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    const box = page.getByRole('group', { name: 'Code' })
    await expect(box.getByText('const', { exact: true })).toHaveClass(/text-accent/)
    expect(await box.evaluate((pre) => pre.scrollWidth > pre.clientWidth)).toBe(true)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await box.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => box.evaluate((pre) => pre.scrollLeft)).toBeGreaterThan(0)
  })

  await test.step('the instructor answers by keys', async () => {
    const context = await browser.newContext({ baseURL: process.env.BASE_URL ?? '', viewport: { width: 1440, height: 900 } })
    const desk = await context.newPage()
    await watchPolicy(desk)
    await enterAs(desk, 'instructor')
    await desk.goto('/console/today')
    await desk.getByRole('link', { name: /Questions to answer/ }).click()
    await desk.getByRole('link', { name: title }).click()
    await expect(desk.locator('pre')).toHaveText(code)
    await desk.keyboard.press('r')
    await expect(desk.getByRole('textbox', { name: /^Answer/ })).toBeFocused()
    await desk.keyboard.type('Close the tag.')
    await desk.keyboard.press('Control+Enter')
    await expect(desk.getByText(/^The answer to .* is in the room\.$/)).toBeVisible()
    await context.close()
  })

  await test.step('the student accepts', async () => {
    await page.goto(path)
    const answer = page.getByRole('listitem', { name: 'Answer by Aditi Kulkarni' })
    await expect(answer).toContainText('Close the tag.')
    await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0)
    await answer.getByRole('button', { name: 'This helped: accept' }).click()
    await expect(answer).toContainText('Accepted answer')
  })

  await test.step('the question is deleted after a second look', async () => {
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('button', { name: 'Delete the question' }).click()
    await expect(page.getByRole('heading', { level: 2, name: 'Questions' })).toBeVisible()
    await expect(page.getByRole('link', { name: title })).toHaveCount(0)
  })
})
