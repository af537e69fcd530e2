import { getDocumentProxy } from 'unpdf'
import { enrolStudent } from './enrolled-student.ts'
import { asStaff } from './reach-school.ts'
import { expect, test } from './shop.ts'

test('a typed number opens its certificate, which prints as one sheet', async ({ page, browser }) => {
  const { certificateCode } = await enrolStudent(browser)
  const [found] = await asStaff<{ number: string; holder: string }>('select number, holder from certificates where code = $1', [
    certificateCode,
  ])
  const { number, holder } = found!
  await page.goto(`/verify/${number.toLowerCase().replaceAll('-', '')}`)
  await expect(page).toHaveURL(`/verify/${number}`)
  await expect(page.getByRole('heading', { level: 1, name: holder })).toBeVisible()
  await expect(page.locator('.certificate-art')).toHaveJSProperty('complete', true)
  const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ preferCSSPageSize: true })))
  expect(pdf.numPages).toBe(1)
  const sheet = await pdf.getPage(1)
  const [, , width = 0, height = 0] = sheet.view
  expect([Math.round(width), Math.round(height)]).toEqual([842, 595])
  const text = (await sheet.getTextContent()).items.map((item) => ('str' in item ? item.str : '')).join(' ')
  expect(text).toContain(number)
  for (const hidden of ['Download PDF', 'This certificate is valid', 'Follow us']) expect(text).not.toContain(hidden)
})
