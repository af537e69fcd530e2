import { expect, test } from './shop.ts'

const pages = ['/home', '/courses', '/courses/2', '/newbatches', '/career-kickstart', '/hirepage', '/contact', '/login']

/**
 * The texts that stand elsewhere while the end of the document is missing, as it is while a document arrives slowly.
 * The end is cut off at 40 places. Within one section a text may still be aligned with what is missing.
 */
function findMovedTexts(): string[] {
  const main = document.querySelector('main')
  if (!main) return ['no main']
  const texts = [...main.querySelectorAll('*')].filter(
    (element) =>
      element.getClientRects().length > 0 &&
      !element.closest('dialog, svg') &&
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()),
  )
  const tops = new Map(texts.map((element) => [element, element.getBoundingClientRect().top]))
  const moved = new Set<string>()
  const step = Math.max(1, Math.floor(texts.length / 40))
  for (let place = texts.length - 1; place > 0; place -= step) {
    const start = texts[place]
    const missing: Element[] = []
    for (let from: Element | null = start ?? null; from && from !== main; from = from.parentElement) {
      for (let next = from === start ? from : from.nextElementSibling; next; next = next.nextElementSibling) missing.push(next)
    }
    for (const element of missing) element.setAttribute('style', 'display: none')
    const elsewhere = texts.slice(0, place).find((text) => {
      const { top } = text.getBoundingClientRect()
      return (
        text.getClientRects().length > 0 &&
        !start?.parentElement?.contains(text) &&
        !(start && text.closest('section')?.contains(start)) &&
        Math.abs(top - (tops.get(text) ?? 0)) > 48
      )
    })
    for (const element of missing) element.removeAttribute('style')
    if (elsewhere) moved.add(`"${elsewhere.textContent?.slice(0, 30)}" waits for "${start?.textContent?.slice(0, 30)}"`)
  }
  return [...moved]
}

for (const width of [360, 1440]) {
  test.describe(`at ${width} px`, () => {
    test.use({ bypassCSP: true, viewport: { width, height: 800 } })
    test(`what arrives later moves no text above at ${width} px`, async ({ page }) => {
      // Scripts of the page would change what is measured.
      await page.route('**/assets/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
      for (const path of pages) {
        await page.goto(path)
        expect(await page.evaluate(findMovedTexts), path).toEqual([])
      }
    })
  })
}
