import { motifOf } from '#server/site/artwork/motifs/motif-of.ts'
import { mix, schemeOf } from '#server/site/artwork/palette.ts'
import { seededRandom } from '#server/site/artwork/seeded-random.ts'
import { circle, document, el, inset, rect, stroke } from '#server/site/artwork/svg.ts'

const ground = '#dfe6df'
const ink = '#1d4a4c'

/** Draws the motif with measuring lines on squared paper. */
export function drawProject(id: number, category: string): string {
  const random = seededRandom(`project ${id} ${category}`)
  const colours = schemeOf(id + 2)
  const dark = id % 2 === 0
  const [board, line] = dark ? [ink, '#cfe2dc'] : [ground, ink]
  const wide = random.pick([360, 400] as const)
  const high = random.pick([232, 256] as const)
  const x = random.chance(0.5) ? 96 : 544 - wide
  const y = 200 - high / 2 - 8
  const right = x === 96 ? x + wide + 34 : x - 34
  const low = y + high + 34
  const grid = (step: number) => {
    let d = ''
    for (let at = step; at < 640; at += step) d += `M${at} 0V400`
    for (let at = step; at < 400; at += step) d += `M0 ${at}H640`
    return d
  }
  const measure =
    `M${x} ${low}H${x + wide}M${x} ${low - 9}v18M${x + wide} ${low - 9}v18` +
    `M${right} ${y}V${y + high}M${right - 9} ${y}h18M${right - 9} ${y + high}h18`
  const corners = [
    [x, y],
    [x + wide, y],
    [x, y + high],
    [x + wide, y + high],
  ] as const
  const swatch = x === 96 ? x + wide + 62 : 40
  return document(
    640,
    400,
    rect(0, 0, 640, 400, board),
    stroke(grid(16), mix(board, line, 0.1), 1),
    stroke(grid(80), mix(board, line, 0.24), 1),
    inset(
      { x, y, width: wide, height: high },
      '0 0 640 400',
      rect(0, 0, 640, 400, colours.ground),
      motifOf(category)(random, colours, id),
    ),
    el('rect', { x, y, width: wide, height: high, fill: 'none', stroke: line, 'stroke-width': 3 }),
    stroke(measure, line, 2.5),
    corners
      .map(
        ([cx, cy]) =>
          rect(cx - 6, cy - 6, 12, 12, board) +
          el('rect', { x: cx - 6, y: cy - 6, width: 12, height: 12, fill: 'none', stroke: line, 'stroke-width': 2.5 }),
      )
      .join(''),
    [colours.mid, colours.accent, colours.near].map((fill, index) => circle(swatch, y + 14 + index * 36, 11, fill)).join(''),
  )
}
