import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { type ArtKind, artKinds, drawArt } from './draw-art.ts'
import { drawTile as drawMark } from './draw-mark.ts'

const categories = ['Full Stack', 'AI/ML', 'Cloud', 'DevOps', 'Careers']
const names = [
  'Career Guidance',
  'CV and Portfolio Review',
  'Interview Practice',
  'Corporate Training',
  'Campus Partnerships',
  'Else',
]
const ids = Array.from({ length: 30 }, (_, index) => index + 1)
const sizes: Record<ArtKind, [number, number]> = {
  course: [640, 400],
  blog: [640, 400],
  project: [640, 400],
  service: [480, 360],
  resource: [480, 360],
  company: [160, 160],
  instructor: [160, 160],
}

const drawTile = (name: string, corner?: number) => drawMark({ name, accent: null, picture: null }, corner)

/** Parses the whole drawing as XML and throws when it is not well-formed. */
async function sizeOf(svg: string): Promise<[number, number]> {
  const { width, height } = await sharp(Buffer.from(svg)).metadata()
  return [width, height]
}

it('the test parser rejects malformed XML', async () => {
  await expect(sizeOf(drawTile('Karyashala').replace('/>', '>'))).rejects.toThrow()
})

describe.each(artKinds)('%s art', (kind) => {
  const drawn = ids.flatMap((id) =>
    categories.flatMap((category, index) => [drawArt({ kind, id, category, name: names[index] ?? '' })]),
  )

  it('is well-formed, sized by kind and under 12 KB', async () => {
    for (const svg of drawn) {
      expect(await sizeOf(svg)).toEqual(sizes[kind])
      expect(Buffer.byteLength(svg)).toBeLessThan(12 * 1024)
    }
  })

  it('has no broken number, script, style or reference', () => {
    for (const svg of drawn) {
      expect(svg).not.toMatch(/NaN|undefined|Infinity/)
      expect(svg).not.toMatch(/<(script|style|image|use|foreignObject|text)\b|href|url\(|\son\w+=/i)
    }
  })

  it('is stable for a subject and differs by id', () => {
    const again = ids.map((id) => drawArt({ kind, id, category: 'Cloud', name: 'Nilgiri Ledger' }))
    expect(ids.map((id) => drawArt({ kind, id, category: 'Cloud', name: 'Nilgiri Ledger' }))).toEqual(again)
    expect(new Set(again).size).toBe(ids.length)
  })
})

it('draws a motif per category and a default for others', () => {
  const ofCategory = (category: string) => drawArt({ kind: 'course', id: 1, category })
  expect(new Set(categories.map(ofCategory)).size).toBe(categories.length)
  expect(ofCategory('ai/ml')).not.toBe(ofCategory('Pottery'))
})

it('ignores markup in a name or category', async () => {
  const hostile = '"><script>alert(1)</script>'
  for (const kind of artKinds) {
    const svg = drawArt({ kind, id: 7, name: hostile, category: hostile })
    expect(svg).not.toContain('script')
    expect(await sizeOf(svg)).toEqual(sizes[kind])
  }
})

it('draws a company without a Latin letter in its name', async () => {
  expect(await sizeOf(drawArt({ kind: 'company', id: 3, name: 'कार्य' }))).toEqual([160, 160])
})

it.each(['Karyashala', 'Wisdom Tree', 'कार्यशाला', 'শিক্ষা', '9 Lives', '***', '😀 School'])(
  'the mark of %s fits its tile',
  async (brand) => {
    const { data, info } = await sharp(Buffer.from(drawTile(brand, 0)))
      .resize(64, 64)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const light = (x: number, y: number) => (data[(y * info.width + x) * info.channels] ?? 0) > 180
    const rows = Array.from({ length: 64 }, (_, y) => Array.from({ length: 64 }, (_, x) => light(x, y)))
    expect(rows.slice(22, 54).some((row) => row.includes(true))).toBe(true)
    for (const [y, row] of rows.entries())
      if (y < 11 || y > 57 || row[6] || row[57]) expect([y, row.includes(true)]).toEqual([y, false])
  },
)

it('schools with other names have other marks', () => {
  expect(drawTile('Ganit')).not.toBe(drawTile('Karyashala'))
  expect(drawTile('karyashala')).toBe(drawTile('Karyashala'))
})

it('a mark has the colour and the picture of its school', async () => {
  const red = await sharp({ create: { width: 8, height: 4, channels: 4, background: '#b3261e' } })
    .png()
    .toBuffer()
  const picture = `data:image/png;base64,${red.toString('base64')}`
  const pixels = async (svg: string) => {
    const { data, info } = await sharp(Buffer.from(svg)).flatten().resize(64, 64).raw().toBuffer({ resolveWithObject: true })
    return (x: number, y: number) => [...data.subarray((y * info.width + x) * info.channels).subarray(0, 3)]
  }
  const lettered = await pixels(drawMark({ name: 'Ganit', accent: '#7a1f3d', picture: null }, 0))
  expect(lettered(2, 62)).toEqual([0x7a, 0x1f, 0x3d])
  const pictured = await pixels(drawMark({ name: 'Ganit', accent: '#7a1f3d', picture }, 0))
  expect(pictured(32, 32)).toEqual([0xb3, 0x26, 0x1e])
  expect(pictured(32, 4)).toEqual([255, 255, 255])
})
