import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { PrintedDocument } from '#server/platform/documents/printed.ts'
import { drawDocument } from '#server/platform/documents/draw-document.ts'
import { fontFamilies, fontFile } from '#server/platform/fonts/fonts.ts'
import { setLine } from '#server/site/artwork/cards/set-type.ts'
import { expect, test } from './shop.ts'

/** Names with what is hard in their script: conjuncts, marks above and below, letters that stand before the ones they follow. */
const names = {
  Latin: ['Zoë Nguyễn-Łukasz'],
  Devanagari: ['आशा पाटील', 'कृष्णमूर्ति', 'श्रद्धा क्षत्रिय', 'फ़िरोज़ हुसैन'],
  Bengali: ['অর্ণব চট্টোপাধ্যায়', 'শ্রীকৃষ্ণ', 'মৌসুমী'],
  Gujarati: ['જિજ્ઞા પટેલ', 'કૃષ્ણ'],
  Gurmukhi: ['ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ', 'ਹਰਮਨਪ੍ਰੀਤ'],
  Kannada: ['ಲಕ್ಷ್ಮಿ ಕೃಷ್ಣಪ್ಪ', 'ಶ್ರೀನಿವಾಸ್'],
  Malayalam: ['ശ്രീജിത്ത്', 'കൃഷ്ണൻകുട്ടി', 'അവന്‍'],
  Odia: ['ସ୍ମିତା ମହାନ୍ତି', 'କୃଷ୍ଣ', 'ଶ୍ରୀଧର'],
  Tamil: ['தமிழ்ச்செல்வி', 'கிருஷ்ணன்', 'ஸ்ரீநிவாசன்'],
  Telugu: ['శ్రీనివాస్', 'కృష్ణమూర్తి', 'సత్యనారాయణ'],
  Urdu: ['فاطمہ', 'محمد علی', 'خدیجہ بیگم ۱۲', 'مُحَمَّد'],
  'two scripts': ['ਗੁਰਪ੍ਰੀਤ فاطمہ علی'],
}

test('names are drawn as the browser draws them in every script [DEP-11]', async ({ page }, testInfo) => {
  test.setTimeout(300_000)
  await openBoard(page)
  const unlike: string[] = []
  for (const name of Object.values(names).flat()) {
    // Certificates set Latin letters closer.
    const spacing = /\p{Script=Latin}/u.test(name) ? -2 : 0
    const outline = `<svg width="1200" height="300"><path fill="#1a1f24" transform="translate(60 160)" d="${setLine(name, size, 700).d}"/></svg>`
    const compared: [string, Picture, Picture][] = [
      ['document', await inkOf(page, htmlOf(name, spacing)), await inkOfDocument(page, name)],
      ['card', await inkOf(page, htmlOf(name, 0)), await inkOf(page, outline)],
    ]
    for (const [kind, wanted, drawn] of compared) {
      const difference = compare(wanted, drawn)
      if (difference <= likeness) continue
      unlike.push(`${name}: ${kind}, ${Math.round(difference * 100)} %`)
      for (const [which, picture] of Object.entries({ wanted, drawn })) {
        const file = testInfo.outputPath(`${name}-${kind}-${which}.png`)
        await sharp(Buffer.from(picture.ink.map((ink) => 255 - ink)), { raw: { ...sizeOf(picture), channels: 1 } }).toFile(file)
      }
    }
  }
  expect(unlike).toEqual([])
})

/** The share of ink that differs where two pictures have the same glyphs at other parts of a pixel. */
const likeness = 0.1
/** Size of a name in the certificate, in pixels at twice its size. */
const size = 88

const certificate: Extract<PrintedDocument, { kind: 'certificate' }> = {
  kind: 'certificate',
  number: 'KS-7F3K-92QD',
  holder: '',
  course_title: 'Cloud',
  school: 'School',
  rule: 'attendance',
  wanted_percent: 75,
  classes: 28,
  minutes: 2520,
  exercises: 0,
  accepted: 0,
  built: [],
  signatory_name: null,
  signatory_title: '',
  first_day: '2026-07-06',
  last_day: '2026-11-20',
  issued_at: '2026-11-21T18:30:00.000Z',
  revoked: false,
  verify_url: 'https://school.example/verify/abc',
}

const namePlace = { left: 90, top: 296, width: 1070, height: 190 }

/** A page with the fonts of documents, and a reader of PDF. */
async function openBoard(page: Page): Promise<void> {
  const faces = fontFamilies.map((family) => {
    const data = readFileSync(fontFile(family, 700)).toString('base64')
    return `@font-face { font-family: '${family}'; font-weight: 700; src: url(data:font/woff;base64,${data}) }`
  })
  await page.route('https://board.example/**', (route) =>
    route.request().url().endsWith('/pdf.mjs')
      ? route.fulfill({ path: fileURLToPath(import.meta.resolve('unpdf/pdfjs')), contentType: 'text/javascript' })
      : route.fulfill({
          contentType: 'text/html',
          body: `<meta charset="utf-8"><style>${faces.join('\n')} body { margin: 0 }</style>`,
        }),
  )
  await page.goto('https://board.example/')
  await page.evaluate(() => Promise.all([...document.fonts].map((face) => face.load())))
}

/** Chromium's headless shell rounds the width of each glyph to pixels, unless geometric precision is asked for. */
function htmlOf(name: string, spacing: number): string {
  const families = fontFamilies.map((family) => `'${family}'`).join()
  return `<div style="color: #1a1f24; font: 700 ${size}px/3 ${families}; letter-spacing: ${spacing}px; text-rendering: geometricPrecision; padding-left: 40px; white-space: pre">${name}</div>`
}

/** How much ink each pixel has, 0 to 255, in the smallest frame around the ink. */
interface Picture {
  width: number
  height: number
  ink: number[]
}
const sizeOf = ({ width, height }: Picture) => ({ width, height })

async function inkOf(page: Page, html: string): Promise<Picture> {
  await page.evaluate((given) => (document.body.innerHTML = given), html)
  return cropped(await page.screenshot({ clip: { x: 0, y: 0, width: 1200, height: 300 } }))
}

/** The holder's name on a certificate, between the lines above and below it. */
async function inkOfDocument(page: Page, holder: string): Promise<Picture> {
  const pdf = (await drawDocument({ ...certificate, holder })).toString('base64')
  const drawnPage = await page.evaluate(async (data) => {
    const source = '/pdf.mjs'
    const { getDocument } = await import(source)
    const { promise } = getDocument({ data: Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0)) })
    const drawn = await (await promise).getPage(1)
    const viewport = drawn.getViewport({ scale: 2 })
    const canvas = Object.assign(document.createElement('canvas'), { width: viewport.width, height: viewport.height })
    await drawn.render({ canvasContext: canvas.getContext('2d'), canvas, viewport }).promise
    return canvas.toDataURL()
  }, pdf)
  const whole = Buffer.from(drawnPage.slice(drawnPage.indexOf(',') + 1), 'base64')
  return cropped(await sharp(whole).extract(namePlace).png().toBuffer())
}

async function cropped(png: Buffer): Promise<Picture> {
  const { data, info } = await sharp(png).extractChannel(0).threshold(60).blur(2).raw().toBuffer({ resolveWithObject: true })
  const inkAt = (x: number, y: number) => 255 - (data[y * info.width + x] ?? 255)
  const rows: number[] = []
  const marked = new Set<number>()
  for (let y = 0; y < info.height; y += 1) {
    const dark = Array.from({ length: info.width }, (_, x) => x).filter((x) => inkAt(x, y) > 127)
    if (dark.length > 0) rows.push(y)
    for (const x of dark) marked.add(x)
  }
  const columns = [...marked].toSorted((a, b) => a - b)
  const [left = 0, right = 0, top = 0, bottom = 0] = [columns[0], columns.at(-1), rows[0], rows.at(-1)]
  const [width, height] = [right - left + 1, bottom - top + 1]
  return {
    width,
    height,
    ink: Array.from({ length: width * height }, (_, at) => inkAt(left + (at % width), top + Math.floor(at / width))),
  }
}

/** The smallest share of ink that differs, with one picture moved by up to two pixels. */
function compare(wanted: Picture, drawn: Picture): number {
  const at = ({ width, height, ink }: Picture, x: number, y: number) =>
    x < 0 || y < 0 || x >= width || y >= height ? 0 : (ink[y * width + x] ?? 0)
  const total = wanted.ink.reduce((sum, ink) => sum + ink, 0)
  const moves = [-2, -1, 0, 1, 2]
  const differences = moves.flatMap((right) =>
    moves.map((down) => {
      let difference = 0
      for (let y = -2; y < Math.max(wanted.height, drawn.height) + 2; y += 1)
        for (let x = -2; x < Math.max(wanted.width, drawn.width) + 2; x += 1)
          difference += Math.abs(at(wanted, x, y) - at(drawn, x + right, y + down))
      return difference / total
    }),
  )
  return Math.min(...differences)
}
