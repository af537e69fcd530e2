import type { Scheme } from '#server/site/artwork/palette.ts'
import { mix } from '#server/site/artwork/palette.ts'
import type { SeededRandom } from '#server/site/artwork/seeded-random.ts'
import { circle, type Point, polyline, stroke } from '#server/site/artwork/svg.ts'

/** Draws many nodes with one path, the motif of AI and machine learning. */
export function nodes(random: SeededRandom, colours: Scheme, form: number): string {
  const draw = [field, layers, spiral][form % 3] ?? field
  return draw(random, colours)
}

/** Draws a grid of dots that grow with the terrain, and a line along its ridge. */
function field(random: SeededRandom, colours: Scheme): string {
  const step = 44
  // One hill is high and one low, so that the line is not flat.
  const [first, second] = random.chance(0.5) ? [110, 290] : [290, 110]
  const hills = [
    { x: random.between(110, 230), y: first + random.between(-24, 24), spread: random.between(66, 96) },
    { x: random.between(400, 530), y: second + random.between(-24, 24), spread: random.between(76, 110) },
  ]
  const height = (x: number, y: number) =>
    Math.max(...hills.map((hill) => Math.exp(-((x - hill.x) ** 2 + (y - hill.y) ** 2) / (2 * hill.spread ** 2))))
  let dots = ''
  for (let column = 0; column < 15; column++) {
    for (let line = 0; line < 9; line++) {
      const [x, y] = [12 + column * step, 24 + line * step]
      const h = height(x, y)
      dots += circle(x, y, 3.5 + 17 * h, h > 0.72 ? colours.near : h > 0.3 ? colours.mid : mix(colours.far, colours.mid, 0.25))
    }
  }
  const node = (x: number, y: number): Point => [12 + Math.round((x - 12) / step) * step, 24 + Math.round((y - 24) / step) * step]
  const peaks = hills.map((hill) => node(hill.x, hill.y))
  const slope = Math.sign(second - first)
  const way = [node(-32, first + slope * 100), ...peaks, node(672, second - slope * 100)]
  return (
    dots +
    stroke(polyline(way), colours.accent, 6, { 'stroke-linejoin': 'round' }) +
    peaks.map(([x, y]) => circle(x, y, 17, colours.accent) + circle(x, y, 6, colours.ground)).join('')
  )
}

/** Draws fully connected columns of nodes with one highlighted path. */
function layers(random: SeededRandom, colours: Scheme): string {
  const sizes = [random.whole(3, 4), 5, random.whole(4, 6), random.whole(2, 3)]
  const columns = sizes.map((size, column) =>
    Array.from(
      { length: size },
      (_, index): Point => [80 + column * 160, 200 + (index - (size - 1) / 2) * (column === 3 ? 92 : 68)],
    ),
  )
  const way = columns.map((column): Point => column[random.whole(0, column.length - 1)] ?? [0, 0])
  let lines = ''
  columns.slice(1).forEach((column, index) => {
    for (const from of columns[index] ?? []) for (const to of column) lines += polyline([from, to])
  })
  const taken = new Set(way)
  const body = columns.flat().map((node) => {
    const [x, y] = node
    if (taken.has(node)) return circle(x, y, 27, colours.accent) + circle(x, y, 10, colours.ground)
    return circle(x, y, 20, (x + y) % 3 < 1.4 ? colours.near : colours.mid)
  })
  return stroke(lines, mix(colours.ground, colours.mid, 0.6), 1.6) + stroke(polyline(way), colours.accent, 7) + body.join('')
}

/** Draws a sunflower spiral: each dot is turned by the golden angle. */
function spiral(random: SeededRandom, colours: Scheme): string {
  const [cx, cy] = [random.pick([250, 320, 390]), 200]
  const turn = random.between(0, Math.PI * 2)
  const wedge = random.between(0, Math.PI * 2)
  let drawn = ''
  for (let index = 2; index < 118; index++) {
    const angle = turn + index * Math.PI * (3 - Math.sqrt(5))
    const far = 17.4 * Math.sqrt(index)
    const inWedge = Math.cos(angle - wedge) > 0.86
    const fill = inWedge && far > 60 ? colours.accent : index % 5 === 0 ? colours.mid : colours.near
    drawn += circle(cx + far * Math.cos(angle), cy + far * Math.sin(angle), 3 + far * 0.036, fill)
  }
  return drawn
}
