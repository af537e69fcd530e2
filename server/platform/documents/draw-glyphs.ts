import { PDFDocument } from 'pdfkit'
import type { ShapedGlyph } from '#server/platform/fonts/shape.ts'

export interface DrawnGlyph {
  id: number
  advanceWidth: number
  codePoints: number[]
  /** The glyphs of a cluster in units of the font; undefined for a glyph that was not shaped, such as the hyphen at a break. */
  parts?: ShapedGlyph[]
}
interface Position {
  /** In points. */
  xAdvance: number
}
interface EmbeddedFont {
  id: string
  ref(): unknown
  /** Thousandths of the font size in a unit of the font. */
  scale: number
  font: { getGlyph(id: number): { advanceWidth: number } }
  subset: { includeGlyph(id: number): number }
  widths: number[]
  unicode: number[][]
}
interface Canvas {
  _font: EmbeddedFont
  _fontSize: number
  page: { height: number; fonts: Record<string, unknown> }
  save(): void
  restore(): void
  transform(...matrix: number[]): void
  addContent(operators: string): void
}

// @react-pdf/render 4.7.0 calls this method of its document when there is one. Without it, it draws glyphs itself, and loses where they
// stand: it scales the distance to the side twice, and @react-pdf/textkit 7.0.1 sets the height to zero, so that marks lie on letters.
Object.assign(PDFDocument.prototype, {
  glyphs(this: Canvas, glyphs: DrawnGlyph[], positions: Position[], x: number, y: number): void {
    drawGlyphs(this, glyphs, positions, x, y)
  },
})

function drawGlyphs(canvas: Canvas, glyphs: DrawnGlyph[], positions: Position[], x: number, y: number): void {
  const font = canvas._font
  const size = canvas._fontSize
  const scale = (font.scale * size) / 1000
  canvas.save()
  canvas.transform(1, 0, 0, -1, 0, canvas.page.height)
  canvas.page.fonts[font.id] ??= font.ref()
  canvas.addContent(`BT 1 0 0 1 ${shown(x)} ${shown(canvas.page.height - y)} Tm /${font.id} ${shown(size)} Tf`)
  /** Where the reader's pen is, and where the next cluster begins. */
  let pen = 0
  let place = 0
  let rise = 0
  let line = ''
  const flush = () => {
    if (line) canvas.addContent(`[${line}] TJ`)
    line = ''
  }
  for (const [index, glyph] of glyphs.entries()) {
    let left = place
    for (const [nth, part] of (glyph.parts ?? [{ id: glyph.id, advance: glyph.advanceWidth, x: 0, y: 0 }]).entries()) {
      if (part.y !== rise) {
        flush()
        canvas.addContent(`${shown(part.y * scale)} Ts`)
        rise = part.y
      }
      const back = Math.round(((pen - left - part.x * scale) * 1000) / size)
      if (back !== 0) line += back
      const id = embed(font, part.id, nth === 0 ? glyph.codePoints : [])
      line += `<${id.toString(16).padStart(4, '0')}>`
      pen += (((font.widths[id] ?? 0) - back) * size) / 1000
      left += part.advance * scale
    }
    place += positions[index]?.xAdvance ?? 0
  }
  flush()
  canvas.addContent('ET')
  canvas.restore()
}

function embed(font: EmbeddedFont, glyph: number, codePoints: number[]): number {
  const id = font.subset.includeGlyph(glyph)
  font.widths[id] ??= font.font.getGlyph(glyph).advanceWidth * font.scale
  font.unicode[id] ??= codePoints
  return id
}

const shown = (value: number): string => String(Math.round(value * 1e4) / 1e4)
